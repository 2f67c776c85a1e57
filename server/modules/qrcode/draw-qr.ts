import { toString } from 'qrcode'

/** The code as SVG: black on white in both themes, with the quiet zone that scanners need. */
export function drawQr(payload: string): Promise<string> {
  return toString(payload, {
    type: 'svg',
    errorCorrectionLevel: 'M',
    margin: 4,
    color: { dark: '#000000ff', light: '#ffffffff' },
  })
}
