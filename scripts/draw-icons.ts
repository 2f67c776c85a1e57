import { mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { iPhoneScreens, startPicture } from '../src/pwa/start-pictures.ts'

/**
 * Draws the pictures that phones show outside the app, into `public/icons/`: those of the manifest's shortcuts, and those with
 * which an iPhone starts the installed app. To be run again after a change of the flower, of an icon or of the ground's colours:
 * `node --import tsx scripts/draw-icons.ts`.
 */

/** The flower on its tile. */
const champa = readFileSync('scripts/icon.svg', 'utf8')
const symbols = readFileSync('src/ui/icons.svg', 'utf8')
/** The browser's bars have the same colours. */
const page = readFileSync('index.html', 'utf8')
const grounds = {
  day: /content="(#\w+)" media="\(prefers-color-scheme: light\)"/u.exec(page)?.[1] ?? '',
  night: /content="(#\w+)" media="\(prefers-color-scheme: dark\)"/u.exec(page)?.[1] ?? '',
}

const save = async (svg: string, address: string) => {
  const file = join('public', address)
  mkdirSync(dirname(file), { recursive: true })
  await sharp(Buffer.from(svg)).png({ palette: true, effort: 10 }).toFile(file)
}
const placed = (svg: string, x: number, y: number, edge: number) =>
  svg.replace('<svg ', `<svg x="${x}" y="${y}" width="${edge}" height="${edge}" `)
const sheet = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`

/** The symbol of an icon in petal white on the brand's tile. */
async function drawShortcut(icon: string, edge: number): Promise<void> {
  const [, paths] = new RegExp(`<symbol id="${icon}"[^>]*>(.*?)</symbol>`, 'u').exec(symbols) ?? []
  if (!paths) throw new Error(`No icon ${icon}`)
  const tile = champa.replace(/<g id="champa">.*<\/g>(?=<\/svg>)/u, '')
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#fbf7ea" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`
  const inside = placed(tile, 0, 0, edge) + placed(drawing, edge * 0.22, edge * 0.22, edge * 0.56)
  await save(sheet(edge, edge, inside), `/icons/shortcut-${icon}.png`)
}

for (const icon of ['deposit', 'withdraw', 'receipt']) await drawShortcut(icon, 192)

/** The edge of the flower's tile, in points. */
const tile = 112
for (const phone of iPhoneScreens) {
  const [width, height, scale] = phone
  for (const theme of ['day', 'night'] as const) {
    const [w, h, edge] = [width * scale, height * scale, tile * scale]
    const ground = `<rect width="${w}" height="${h}" fill="${grounds[theme]}"/>`
    const inside = ground + placed(champa, (w - edge) / 2, (h - edge) / 2, edge)
    await save(sheet(w, h, inside), startPicture(phone, theme))
  }
}
