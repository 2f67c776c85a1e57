const groups = new Intl.NumberFormat('en', { useGrouping: true })

/** Satang as baht for the eye, the same in every language: `1,234.50`, with a true minus sign. */
export function amountText(satang: number, sign: '+' | '−' | '' = ''): string {
  const size = Math.abs(satang)
  const baht = groups.format(Math.trunc(size / 100))
  const rest = String(size % 100).padStart(2, '0')
  const mark = sign || (satang < 0 ? '−' : '')
  return `${mark}${baht}.${rest}`
}
