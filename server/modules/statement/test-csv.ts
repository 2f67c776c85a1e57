/** Parses a file by RFC 4180, without its byte order mark. */
export function readCsv(file: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = file.replace(/^\uFEFF/u, '')
  while (rest !== '') {
    const [whole, quoted, bare = ''] = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))/u.exec(rest) ?? ['']
    row.push(quoted?.replaceAll('""', '"') ?? bare)
    rest = rest.slice(whole.length)
    if (rest.startsWith(',')) rest = rest.slice(1)
    else {
      rows.push(row)
      row = []
      rest = rest.slice(2)
    }
  }
  return rows
}
