/** Excel takes a file for what it is only with this before it. */
const mark = '\uFEFF'
const number = /^-?\d+(?:\.\d+)?$/u

/** A text that a spreadsheet would run as a formula is kept from it by an apostrophe. Numbers stay numbers. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n|%]/u.test(text) && !number.test(text) ? `'${text}` : text
  return /["',;\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of texts as a CSV file that spreadsheets open as they are. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return mark + rows.map((row) => `${row.map((text) => cell(text)).join(',')}\r\n`).join('')
}
