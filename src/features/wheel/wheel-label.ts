import { type LabelWay, labelWay, nearestAlong, roomAcross } from './wheel-geometry.ts'

/** The width of a text in em: at any size it is as wide in proportion. */
export type Measure = (text: string) => number

export interface FittedLabel {
  lines: string[]
  size: number
}

interface SliceRoom {
  count: number
  face: number
  hub: number
  isTurnedOver: boolean
}

interface LabelRoom extends SliceRoom {
  measure: Measure
}

const LARGEST = 20
const ONE_LINE = 15
const SMALLEST = 10
const MAX_LINES = 3
/** Thai and Lao stack marks above and below, so their lines need more height than Latin ones. */
export const LEADING = 1.45
/** Margins between a label and the rim, where the pointer reaches in, the hub, and its slice's edges. */
const RIM_MARGIN = 16
const HUB_MARGIN = 7
const SIDE = 4

/** The position of each line: the distance of its middle from the wheel's, and its width there; in reading order. */
interface Line {
  at: number
  room: number
}

export function linesOf(way: LabelWay, lines: number, size: number, room: SliceRoom): Line[] {
  const { count, face, hub, isTurnedOver } = room
  const leading = size * LEADING
  if (way === 'along') {
    const near = Math.max(hub + HUB_MARGIN, nearestAlong(lines * leading, count) + SIDE)
    const far = Math.sqrt(Math.max(0, (face - RIM_MARGIN) ** 2 - ((lines * leading) / 2) ** 2))
    return Array.from({ length: lines }, () => ({ at: far, room: far - near }))
  }
  const fromRim = Array.from({ length: lines }, (_, index) => {
    const outer = face - RIM_MARGIN - index * leading
    const inner = outer - leading
    return {
      at: (outer + inner) / 2,
      room: inner < hub ? 0 : roomAcross(inner, outer, count, face) - 2 * SIDE,
    }
  })
  return isTurnedOver ? fromRim.toReversed() : fromRim
}

/**
 * The largest font size at which a label fits its slice in a few lines; what does not fit at the smallest ends in an ellipsis.
 */
export function fitLabel(label: string, room: LabelRoom): FittedLabel {
  const way = labelWay(room.count)
  const text = label.replaceAll(/\s+/gu, ' ').trim()
  if (text === '') return { lines: [], size: SMALLEST }
  // A few words stay on one line if the size is large enough for that; below it, size matters more. They are not split, which
  // loads the browser's dictionaries.
  for (let size = LARGEST; size >= ONE_LINE; size -= 1) {
    const [line] = linesOf(way, 1, size, room)
    if (line && size * room.measure(text) <= line.room) return { lines: [text], size }
  }
  const words = wordsOf(text)
  const fitted = (size: number, count: number) => {
    const { lines, rest } = fill(words, linesOf(way, count, size, room), size, room.measure)
    return rest.length === 0 && lines.length === count ? { lines, size } : undefined
  }
  for (let size = LARGEST; size >= SMALLEST; size -= 1) {
    for (let count = 1; count <= MAX_LINES; count += 1) {
      const found = fitted(size, count)
      if (found) return found
    }
  }
  return shorten(label, way, room)
}

/** Fills the lines in order; returns the words that did not fit too. */
function fill(words: readonly string[], rooms: readonly Line[], size: number, measure: Measure) {
  const lines: string[] = []
  let left = words
  for (const { room } of rooms) {
    let taken = 0
    let text = ''
    while (taken < left.length && size * measure((text + left[taken]).trimEnd()) <= room) {
      text += left[taken]
      taken += 1
    }
    if (taken === 0) break
    lines.push(text.trim())
    left = left.slice(taken)
  }
  return { lines, rest: left }
}

/** At the smallest size, broken between any letters, and cut. */
function shorten(label: string, way: LabelWay, room: LabelRoom): FittedLabel {
  const size = SMALLEST
  const letters = lettersOf(label.trim())
  const counts = Array.from({ length: MAX_LINES }, (_, index) => MAX_LINES - index)
  for (const count of counts) {
    const rooms = linesOf(way, count, size, room)
    const { lines, rest } = fill(letters, rooms, size, room.measure)
    if (rest.length === 0) return { lines, size }
    if (lines.length < count) continue
    const last = rooms[count - 1]?.room ?? 0
    const end = lettersOf(lines.pop() ?? '')
    while (end.length > 0 && size * room.measure(`${end.join('').trimEnd()}…`) > last) end.pop()
    if (end.length > 0) return { lines: [...lines, `${end.join('').trimEnd()}…`], size }
  }
  return { lines: [], size }
}

/** Its segmenter is created with the first text, because loading the dictionaries takes a while. */
const bySegment = (granularity: 'word' | 'grapheme') => {
  let segmenter: Intl.Segmenter | undefined
  return (text: string) => {
    segmenter ??= new Intl.Segmenter(undefined, { granularity })
    return Array.from(segmenter.segment(text), ({ segment }) => segment)
  }
}
const lettersOf = bySegment('grapheme')
const segmentsOf = bySegment('word')

/**
 * Pieces after which a line may break; punctuation and marks stay with the word before. Thai and Lao have no spaces between
 * words.
 */
function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const segment of segmentsOf(text)) {
    const last = words.at(-1)
    const joins =
      /^[\s\p{P}\p{M}]/u.test(segment) ||
      (last !== undefined && /[^\s]$/u.test(last) && isLatin(last) && isLatin(segment))
    if (joins && last !== undefined) words[words.length - 1] = last + segment
    else words.push(segment)
  }
  return words
}

const isLatin = (text: string) => /^[\p{Script=Latin}\p{N}\p{P}\p{S}]+$/u.test(text)
