/** Excel reads a CSV file as UTF-8 only with a byte order mark. */
const mark = '\uFEFF'
const number = /^-?\d+(?:\.\d+)?$/u

/** An apostrophe keeps a spreadsheet from running text as a formula. Numbers stay numbers. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n|%]/u.test(text) && !number.test(text) ? `'${text}` : text
  return /["',;\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of text as a CSV file for spreadsheets. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return mark + rows.map((row) => `${row.map((text) => cell(text)).join(',')}\r\n`).join('')
}
