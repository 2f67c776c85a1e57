import type { Country } from '#lib/phone.ts'
import type { Localized } from '../database/localized.ts'
import type { Setting } from '../database/settings.ts'

interface Place {
  name: string
  link: string
}

export const contactPlaces: Record<Country, Place> = {
  TH: { name: '@champa', link: 'https://line.me/R/ti/p/%40champa' },
  LA: { name: '+856 20 5551 2345', link: 'https://wa.me/8562055512345' },
}

/** The sandbox's contact; its QR contains the same address as the link. */
export async function contactOf({ name, link }: Place, contactText: Localized): Promise<Setting<'contact'>> {
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
