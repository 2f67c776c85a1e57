/** SVG markup as the address of an <img>, where it runs no script. */
export const svgAddress = (markup: string): string =>
  `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`

/**
 * What an <img> can show of a reply's `qrcode`: SVG markup as a data address, a data address of an image or a web address as
 * it is. Undefined for anything else.
 */
export function qrAddress(qrcode: string): string | undefined {
  const text = qrcode.trim()
  if (/^(<\?xml|<!doctype svg|<svg|<!--)/iu.test(text)) return svgAddress(text)
  return /^(data:image\/|https?:\/\/|\/(?!\/))/iu.test(text) ? text : undefined
}
