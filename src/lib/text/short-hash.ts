/** A short hash that tells texts apart (FNV-1a). It need not be cryptographic. */
export function shortHash(text: string): number {
  let sum = 0x811c9dc5
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return sum >>> 0
}
