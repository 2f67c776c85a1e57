import { encode } from 'jpeg-js'
import { PNG } from 'pngjs'
import { submitForm } from './submit-form.ts'

const grain = (length: number) =>
  Uint8Array.from({ length }, (_, at) => 215 + ((at * 7919 + (at >> 5) * 31) % 20))

/** An uncompressed picture: three bytes per pixel. */
export function heavyPhoto(width: number, height: number): Buffer {
  const picture = new PNG({ width, height })
  picture.data.set(grain(picture.data.length))
  return PNG.sync.write(picture, { colorType: 2, deflateLevel: 0, filterType: 0 })
}

export function truncatedJpeg(): Buffer {
  const { data } = encode({ width: 400, height: 400, data: grain(400 * 400 * 4) }, 80)
  return data.subarray(0, data.length / 2)
}

/** A few hundred bytes that declare sixty million pixels. */
export function decompressionBomb(): Buffer {
  const bytes = PNG.sync.write(new PNG({ width: 8, height: 8 }))
  bytes.writeUInt32BE(10_000, 16)
  bytes.writeUInt32BE(6_000, 20)
  return bytes
}

export interface MadeSlip {
  baht: number
  from?: 'other'
  to?: 'other'
  minutes?: number
  bank?: 'unknown'
}

/** Makes a transfer at the sandbox's bank, and returns the slip that its app would show. */
export async function makeSlip(origin: string, phone: string, { baht, ...more }: MadeSlip): Promise<Buffer> {
  const given = Object.entries({ phone, amount: baht, ...more })
  const fields = Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
  const made = await submitForm(origin, '/slips/make', fields, 'made')
  const picture = await fetch(`${origin}/sandbox/slips/picture/${made.searchParams.get('slip')}.png`)
  return Buffer.from(await picture.arrayBuffer())
}
