/**
 * Normalises texts that look the same: composed characters, and the Lao vowel AM as one letter instead of two, which Unicode
 * normalisation does not do. For comparing and storing, not for display.
 */
export function normaliseText(text: string): string {
  return text.normalize('NFC').replaceAll('\u0ECD\u0EB2', '\u0EB3')
}
