let segmenter: Intl.Segmenter | undefined

/**
 * The number of characters that a person sees: a letter with its Thai or Lao marks, or an emoji of several parts, counts once.
 * Without `Intl.Segmenter`, code points are counted, which are never fewer.
 */
export function visibleLength(text: string): number {
  if (!('Segmenter' in Intl)) return Array.from(text).length
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  let length = 0
  for (const _ of segmenter.segment(text)) length += 1
  return length
}

/** Says whether a text has at most `max` visible characters. Most need no counting: a text never has more of them than code units. */
export const isVisiblyWithin = (text: string, max: number): boolean =>
  text.length <= max || visibleLength(text) <= max
