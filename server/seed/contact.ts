import type { Localized } from '../database/localized.ts'
import type { Setting } from '../database/settings.ts'
import type { ContactPlace } from './site-texts.ts'

/** The sandbox's contact; its QR contains the same address as the link. */
export async function contactOf(
  { name, link }: ContactPlace,
  contactText: Localized,
): Promise<Setting<'contact'>> {
  // Imported lazily, because only the first start draws it.
  const { toString } = await import('qrcode')
  const svg = await toString(link, { type: 'svg', margin: 1 })
  return {
    contactText,
    name,
    link,
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}
