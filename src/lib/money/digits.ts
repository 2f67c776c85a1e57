/** Thai (๐-๙), Lao (໐-໙) and full-width (０-９) numerals to 0-9; everything else stays. */
export function toArabicDigits(text: string): string {
  return text
    .replace(/[๐-๙໐-໙]/gu, (digit) => String((digit.charCodeAt(0) - 0x0e50) % 0x80))
    .replace(/[０-９]/gu, (digit) => String(digit.charCodeAt(0) - 0xff10))
}

/** The digits of a text, in Arabic numerals, and nothing else. */
export function onlyDigits(text: string): string {
  return toArabicDigits(text).replace(/\D/gu, '')
}

/** Groups the thousands of an integer with commas: `1,234`. */
export function groupThousands(digits: string): string {
  return digits.replace(/\B(?=(?:\d{3})+$)/gu, ',')
}
