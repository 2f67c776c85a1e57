/** Excel reads a CSV file as UTF-8 only with this at its beginning. */
export const BYTE_ORDER_MARK = '\uFEFF'

const number = /^-?\d+(?:\.\d+)?$/u

/** An apostrophe keeps a spreadsheet from running text as a formula. Numbers stay numbers. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r\n|%]/u.test(text) && !number.test(text) ? `'${text}` : text
  return /["',;\r\n]/u.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Rows of text as lines of a CSV file for spreadsheets. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((text) => cell(text)).join(',')}\r\n`).join('')
