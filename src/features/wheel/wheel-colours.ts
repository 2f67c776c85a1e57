/** Red, green, blue: 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

/** Gold, blue, petal white and deep blue, for slices whose own colour cannot be read. */
const spare: readonly Colour[] = [
  [247, 191, 69],
  [47, 108, 180],
  [245, 234, 211],
  [23, 58, 120],
]
const white: Colour = [255, 255, 255]
const black: Colour = [0, 0, 0]
const READABLE = 4.5

/** Parses a CSS colour; null for an invalid or a transparent one. */
type ReadColour = (text: string) => Colour | null

export interface SliceColours {
  ground: Colour
  ink: Colour
}

/** A slice's own colours, replaced where they are invalid or their contrast is too low. */
export function sliceColours(
  slice: { bgColor: string; textColor: string },
  index: number,
  read: ReadColour,
): SliceColours {
  const ground = read(slice.bgColor) ?? spare[index % spare.length] ?? black
  const wanted = read(slice.textColor)
  if (wanted && contrast(wanted, ground) >= READABLE) return { ground, ink: wanted }
  return { ground, ink: contrast(white, ground) >= contrast(black, ground) ? white : black }
}

/** WCAG contrast ratio, 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export const cssColour = ([red, green, blue]: Colour): string => `rgb(${red} ${green} ${blue})`

/** Parses any colour that the browser knows, by painting it on a canvas. */
export function paintedColours(): ReadColour {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const ink = canvas.getContext('2d', { willReadFrequently: true })
  const paint = (text: string, before: string): Uint8ClampedArray | undefined => {
    if (!ink) return undefined
    ink.clearRect(0, 0, 1, 1)
    ink.fillStyle = before
    // The canvas ignores an invalid colour and keeps the one before.
    ink.fillStyle = text
    ink.fillRect(0, 0, 1, 1)
    return ink.getImageData(0, 0, 1, 1).data
  }
  return (text) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = paint(text, 'black') ?? []
    const again = paint(text, 'white') ?? []
    const isColour = alpha === 255 && again[0] === red && again[1] === green && again[2] === blue
    return isColour ? [red, green, blue] : null
  }
}
