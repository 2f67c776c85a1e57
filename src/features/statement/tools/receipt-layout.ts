/** The width of a text in CSS pixels. */
export type Measure = (text: string, size: number, isStrong: boolean) => number

export interface Receipt {
  lang: string
  site: string
  title: string
  /** With its sign and unit. */
  amount: string
  outcome: { tone: 'done' | 'failed' | 'waiting'; text: string }
  facts: readonly { name: string; value: string }[]
  footer: string
}

export type Ink = 'ink' | 'soft' | 'onBrand' | 'onBrandSoft' | 'done' | 'failed' | 'waiting'

/** One line of text: its box from `top` on is `height` high, and the text stands in its middle. In CSS pixels. */
interface Line {
  text: string
  x: number
  top: number
  height: number
  size: number
  isStrong: boolean
  align: 'left' | 'right' | 'center'
  ink: Ink
}

export interface ReceiptLayout {
  width: number
  height: number
  /** The brand's surface at the top. */
  head: number
  /** Hairlines between the facts. */
  rules: readonly number[]
  lines: readonly Line[]
}

const width = 360
const side = 24
const inner = width - 2 * side
/** The share of the width that a fact's name may take beside its value. */
const nameShare = 0.42
const gap = 12

/** What keeps Thai and Lao marks above and below a line inside it. */
const leading = (lang: string) => (lang === 'en' ? 1.5 : lang === 'lo' ? 1.75 : 1.7)

/** Where a text may be cut into lines: by words, Thai's and Lao's by dictionary, where the browser knows them. */
function partsOf(text: string, lang: string): string[] {
  if (!('Segmenter' in Intl)) return text.split(/(?<=\s)/u)
  return [...new Intl.Segmenter(lang, { granularity: 'word' }).segment(text)].map(({ segment }) => segment)
}

const charactersOf = (text: string) =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
    : Array.from(text)

/** Cuts a text into lines that fit; a word that does not fit alone is cut between characters. */
export function wrap(text: string, lang: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  const add = (part: string) => {
    if (fits((line + part).trimEnd())) line += part
    else if (fits(part.trim())) {
      lines.push(line.trimEnd())
      line = part.trimStart()
    } else for (const one of charactersOf(part)) addCharacter(one)
  }
  const addCharacter = (one: string) => {
    if (line !== '' && !fits(line + one)) {
      lines.push(line.trimEnd())
      line = one.trimStart()
    } else line += one
  }
  for (const part of partsOf(text, lang)) add(part)
  return [...lines, line.trimEnd()].filter((each) => each !== '')
}

/** Places every text of a receipt, in CSS pixels. The picture is as high as its texts need. */
export function layOut(receipt: Receipt, measure: Measure): ReceiptLayout {
  const { lang, outcome } = receipt
  const lines: Line[] = []
  const rules: number[] = []
  let top = side
  const heightOf = (size: number) => Math.ceil(size * leading(lang))
  const put = (
    text: string,
    { size, isStrong = false, ink }: { size: number; isStrong?: boolean; ink: Ink },
    place: { x: number; top: number; room: number; align: Line['align'] },
  ): number => {
    const height = heightOf(size)
    const cut = wrap(text, lang, (line) => measure(line, size, isStrong) <= place.room)
    for (const [index, each] of cut.entries())
      lines.push({
        text: each,
        x: place.x,
        top: place.top + index * height,
        height,
        size,
        isStrong,
        align: place.align,
        ink,
      })
    return cut.length * height
  }
  const centred = (text: string, style: { size: number; isStrong?: boolean; ink: Ink }) => {
    top += put(text, style, { x: width / 2, top, room: inner, align: 'center' })
  }

  // Room for the flower above the site's name.
  top += 56
  centred(receipt.site, { size: 15, isStrong: true, ink: 'onBrand' })
  top += 12
  centred(receipt.title, { size: 15, ink: 'onBrandSoft' })
  centred(receipt.amount, { size: fittingSize(receipt.amount, measure), isStrong: true, ink: 'onBrand' })
  top += 12
  const head = top
  top += 16
  centred(outcome.text, { size: 16, isStrong: true, ink: outcome.tone })
  top += 8
  for (const { name, value } of receipt.facts) {
    rules.push(top)
    top += 6
    const nameHeight = put(
      name,
      { size: 14, ink: 'soft' },
      { x: side, top, room: inner * nameShare, align: 'left' },
    )
    const room = inner * (1 - nameShare) - gap
    const valueHeight = put(value, { size: 14, ink: 'ink' }, { x: width - side, top, room, align: 'right' })
    top += Math.max(nameHeight, valueHeight) + 6
  }
  rules.push(top)
  top += 10
  centred(receipt.footer, { size: 13, ink: 'soft' })
  return { width, height: top + side, head, rules, lines }
}

/** As large as the amount may be in one line. */
function fittingSize(text: string, measure: Measure): number {
  const maxSize = 34
  const wide = measure(text, maxSize, true)
  return wide <= inner ? maxSize : Math.max(14, Math.floor((maxSize * inner) / wide))
}
