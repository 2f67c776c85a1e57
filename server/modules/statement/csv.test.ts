import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines } from './csv.ts'
import { readCsv } from './test-csv.ts'

test('ends every line', () => {
  expect(csvLines([['วันที่', 'ຈຳນວນເງິນ'], ['1']])).toBe('วันที่,ຈຳນວນເງິນ\r\n1\r\n')
})

test.each(['=1+1', '+1;cmd', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '|x', '%x'])('%j is no formula', (text) => {
  const [[cell] = []] = readCsv(csvLines([[text]]))
  expect(cell).toBe(`'${text}`)
})

test.each(['-2500.00', '0.00', '100'])('%s stays a number', (text) => {
  expect(csvLines([[text]])).toBe(`${text}\r\n`)
})

test('parses back unchanged except for the apostrophe, and no cell starts as a formula', () => {
  const rows = fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 4 }))
  fc.assert(
    fc.property(rows, (texts) => {
      const read = readCsv(csvLines(texts))
      expect(read.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n|%])/u, '')))).toEqual(
        texts.map((row) => row.map((text) => text.replace(/^'(?=[=+\-@\t\r\n|%])/u, ''))),
      )
      for (const text of read.flat()) expect(text).not.toMatch(/^[=+@\t\r]/u)
    }),
  )
})
