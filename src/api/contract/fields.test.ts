import { is, parse } from 'valibot'
import { expect, test } from 'vitest'
import { percent, personName } from './fields.ts'

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

test.each([
  'Somchai',
  ' สมชาย ใจดี ',
  'ญาณิศา กู้เกียรติ์',
  'ที่รัก น้ำผึ้ง ฎีฐุ๊',
  'ທ້າວ ຄຳຫຼ້າ ເຫຼົ້າ ຜູ້ຫຼິ້ນ ນ\u0ECD\u0EB2',
  'Nguye\u0302\u0303n Thị',
  "Seán O'Brien-Smith Jr.",
  '김민준',
  '李小龍',
  'x'.repeat(200),
  'မျှော်',
  'သန်းမျှော်',
  'សុខ\u200Bជា',
  'สม\u200Bชาย',
  'ສົມ\u2060ໃຈ',
  'Som\u00ADchai\uFEFF',
  '\u202ESomchai\u202C',
  'ශ්\u200Dරී',
  'علی\u200Cرضا',
  `ก${'\u0E49'.repeat(8)}`,
])('%j is a name', (name) => expect(is(personName, name)).toBe(true))

test.each([
  '',
  ' ',
  '\u200B',
  '\u2060',
  '\u3164',
  '\u115F\u1160\uFFA0',
  '\u2800',
  '12345',
  '\u0301',
  '\u202E\u202C',
  'a\u200C',
  '\u200Da',
  'a \u200Db',
  'a\u200D\u200Db',
  'a\u061Cb',
  'a\u0007b',
  'a\u001B[31m',
  'a\nb',
  'a\u2028b',
  `ก${'\u0E49'.repeat(9)}`,
  `ก${'\u0E49\u200D'.repeat(5)}ก`,
  `ก${'\u0E49'.repeat(180)}`,
  'x'.repeat(201),
])('%j is none', (name) => expect(is(personName, name)).toBe(false))

test.each([
  ['\u200B สม\u200Bชาย ใจดี \u200E', 'สมชาย ใจดี'],
  ['\u202Eabc\u202C', 'abc'],
  ['ශ්\u200Dරී', 'ශ්\u200Dරී'],
  ['ຄ\u0ECD\u200B\u0EB2', 'ຄ\u0EB3'],
])('the name %j is read as %j', (name, read) => expect(parse(personName, name)).toBe(read))
