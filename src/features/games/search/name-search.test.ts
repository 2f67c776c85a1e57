import { expect, test } from 'vitest'
import { searchNames } from './name-search.ts'

const games = [
  { code: 'PG', name: 'นาคาคู่' },
  { code: 'JOKER2', name: 'จันทร์เสี้ยว ๒' },
  { code: 'LOTUS', name: 'ບົວຄຳ ໒' },
  { code: 'CAFE', name: 'Café Déjà 7' },
  { code: 'HAT', name: 'ໝວກ' },
]
const find = (text: string) => [...(searchNames(games, text) ?? ['all'])]

test.each([
  ['นาคา', ['PG']],
  ['นาคาคู', ['PG']],
  ['จันทร', ['JOKER2']],
  ['pg', ['PG']],
  ['Joker', ['JOKER2']],
  ['CAFE deja', ['CAFE']],
  ['cafédéjà', ['CAFE']],
  ['๗', ['CAFE']],
  ['໗', ['CAFE']],
  ['2', ['JOKER2', 'LOTUS']],
  ['ບົວຄໍາ', ['LOTUS']],
  ['ບວ', ['LOTUS']],
  ['ຫມວກ', ['HAT']],
  ['nothing', []],
])('%j finds %j', (text, codes) => {
  expect(find(text)).toEqual(codes)
})

test.each(['', '  ', '-', '\u0e48'])('%j asks for nothing', (text) => {
  expect(find(text)).toEqual(['all'])
})
