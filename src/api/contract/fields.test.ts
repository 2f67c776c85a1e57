import { parse } from 'valibot'
import { expect, test } from 'vitest'
import { percent } from './fields.ts'

test.each([
  [10, 10],
  [7.5, 7.5],
  ['10', 10],
  [' 7.5 % ', 7.5],
  [' half of it ', 'half of it'],
  ['<b>5</b>', '<b>5</b>'],
  [' ', null],
  [-5, null],
  [null, null],
  [undefined, null],
])('percent %j is %j', (told, read) => expect(parse(percent, told)).toBe(read))
