import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

/** Parses a file by RFC 4180. */
function parse(file: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let rest = file
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

test('starts with a byte order mark for Excel, and ends every line', () => {
  expect(toCsv([['วันที่', 'ຈຳນວນເງິນ']])).toBe('\uFEFFวันที่,ຈຳນວນເງິນ\r\n')
})

test.each(['=1+1', '+1;cmd', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '|x', '%x'])('%j is no formula', (text) => {
  const [[cell] = []] = parse(toCsv([[text]]).slice(1))
  expect(cell).toBe(`'${text}`)
})

test.each(['-2500.00', '0.00', '100'])('%s stays a number', (text) => {
  expect(toCsv([[text]])).toBe(`\uFEFF${text}\r\n`)
})

test('parses back unchanged except for the apostrophe, and no cell starts as a formula', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(rows, (texts) => {
      const read = parse(toCsv(texts).slice(1))
      expect(read.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n|%])/u, '')))).toEqual(
        texts.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n|%])/u, ''))),
      )
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+@\t\r]/u)
    }),
  )
})
