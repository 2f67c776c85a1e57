import { shortHash } from '#lib/text/short-hash.ts'

/** Hues of the first colour: blues and purples only, because the warm ones are for the accent. */
const hues = [165, 195, 225, 255, 285, 315, 345]
const accents = ['oklch(0.86 0.13 88)', 'oklch(0.8 0.14 65)', 'oklch(0.78 0.13 40)']

export function paletteOf(seed: string) {
  const value = shortHash(seed)
  const hue = hues[value % hues.length] ?? 255
  const second = hue + ((value >>> 8) % 2 ? 38 : -38)
  return {
    ground: `oklch(0.36 0.09 ${hue})`,
    deep: `oklch(0.29 0.085 ${second})`,
    light: `oklch(0.55 0.11 ${second})`,
    accent: accents[(value >>> 12) % accents.length],
    sun: 36 + ((value >>> 16) % 78),
    shore: 66 + ((value >>> 20) % 14),
    turn: (value >>> 24) % 40,
  }
}
