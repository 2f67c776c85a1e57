/** Nobody sees these, or they turn the line around: text copied from documents has them, and Khmer keyboards write U+200B for a space. */
const UNSEEN = /[\xAD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu

/**
 * Normalises texts that look the same: without what is unseen, with composed characters, and the Lao vowel AM as one letter instead
 * of two, which Unicode normalisation does not do. For comparing and storing, not for display.
 */
export function normaliseText(text: string): string {
  return text.replace(UNSEEN, '').normalize('NFC').replaceAll('\u0ECD\u0EB2', '\u0EB3')
}
