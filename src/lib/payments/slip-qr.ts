/** The content of the QR on a bank's slip: the sending bank and its reference; neither amount nor account. */
export interface SlipQr {
  /** Three digits, such as `014`. */
  bankNo: string
  reference: string
}

/** `unstable`: a slip's QR whose reference cannot be trusted. Null: not a slip's QR. */
type SlipQrReading = SlipQr | 'unstable' | null

/** CRC-16/CCITT-FALSE of a text of single bytes. */
export function crc16(text: string): number {
  let crc = 0xffff
  for (const character of text) {
    crc ^= (character.codePointAt(0) ?? 0) << 8
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}

const checkTag = '91'
const reference = /^[A-Za-z0-9]{10,40}$/u

/** Parses the text of a QR. Source: the slip format of the Thai banks (tag 00 with API `000001`, 51, CRC in 91). */
export function readSlipQr(text: string): SlipQrReading {
  const tags = readTags(text)
  const inner = tags && readTags(tags.get('00')?.value ?? '')
  if (inner?.get('00')?.value !== '000001') return null
  const check = tags?.get(checkTag)
  const bankNo = inner.get('01')?.value ?? ''
  const sent = inner.get('02')?.value ?? ''
  if (!check || !/^\d{3}$/u.test(bankNo) || !reference.test(sent)) return 'unstable'
  // Some bank apps drop the leading zeros.
  const said = check.value.toUpperCase().padStart(4, '0')
  const counted = crc16(`${text.slice(0, check.at)}${checkTag}04`)
  return said === hex(counted) ? { bankNo, reference: sent } : 'unstable'
}

/** Builds the text of a slip's QR. */
export function writeSlipQr({ bankNo, reference: sent }: SlipQr): string {
  const inner = tag('00', '000001') + tag('01', bankNo) + tag('02', sent)
  const checked = `${tag('00', inner)}${tag('51', 'TH')}${checkTag}04`
  return checked + hex(crc16(checked))
}

const hex = (crc: number) => crc.toString(16).toUpperCase().padStart(4, '0')
const tag = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`

/** The tags by id, with their positions. Null if the lengths are inconsistent; a CRC with lost zeros may end early. */
function readTags(text: string): Map<string, { value: string; at: number }> | null {
  const tags = new Map<string, { value: string; at: number }>()
  let at = 0
  while (at < text.length) {
    const [, id = '', digits = ''] = /^(\d\d)(\d\d)/u.exec(text.slice(at, at + 4)) ?? []
    if (id === '') return null
    const value = text.slice(at + 4, at + 4 + Number(digits))
    if (value.length < Number(digits) && id !== checkTag) return null
    tags.set(id, { value, at })
    at += 4 + value.length
  }
  return tags
}
