/**
 * One spelling for what looks the same: composed characters, and the Lao vowel AM as one letter instead of
 * its two parts, which Unicode's own composition leaves alone. For comparing and storing, not for showing.
 */
export function normaliseText(text: string): string {
  return text.normalize('NFC').replaceAll('\u0ECD\u0EB2', '\u0EB3')
}
