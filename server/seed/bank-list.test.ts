import { expect, test } from 'vitest'
import { groupAccountNo } from '#lib/payments/bank-account.ts'
import { bankColours } from '#lib/payments/bank-colours.ts'
import { bankNumberOf } from '../deposits/transfer-reference.ts'
import { bankRows } from './bank-list.ts'

// Written out, so that a slip of the pen in any of the three lists is found.
const thai: [no: string, code: string, name: string, english: string, printed: string][] = [
  ['002', 'BBL', 'กรุงเทพ', 'Bangkok Bank', '123-4-56789-0'],
  ['004', 'KBANK', 'กสิกรไทย', 'Kasikornbank', '123-4-56789-0'],
  ['006', 'KTB', 'กรุงไทย', 'Krung Thai Bank', '123-4-56789-0'],
  ['011', 'TMB', 'ทหารไทยธนชาต', 'TMBThanachart Bank', '123-456789-0'],
  ['014', 'SCB', 'ไทยพาณิชย์', 'Siam Commercial Bank', '123-4-56789-0'],
  ['022', 'CIMBT', 'ซีไอเอ็มบี ไทย', 'CIMB Thai Bank', '123-4-56789-0'],
  ['024', 'UOBT', 'ยูโอบี', 'United Overseas Bank (Thai)', '123-456-789-0'],
  ['025', 'BAY', 'กรุงศรีอยุธยา', 'Bank of Ayudhya', '123-4-56789-0'],
  ['030', 'GSB', 'ออมสิน', 'Government Savings Bank', '123-4-56789-012'],
  ['033', 'GHB', 'อาคารสงเคราะห์', 'Government Housing Bank', '123-4-56789-012'],
  [
    '034',
    'BAAC',
    'เพื่อการเกษตรและสหกรณ์การเกษตร',
    'Bank for Agriculture and Agricultural Cooperatives',
    '123-4-56789-012',
  ],
  ['066', 'ISBT', 'อิสลามแห่งประเทศไทย', 'Islamic Bank of Thailand', '123-4-56789-0'],
  ['067', 'TISCO', 'ทิสโก้', 'TISCO Bank', '1234-567-890123-4'],
  ['069', 'KKP', 'เกียรตินาคินภัทร', 'Kiatnakin Phatra Bank', '123-456789-0'],
  // Their numbers have no grouping of their own.
  ['070', 'ICBC', 'ไอซีบีซี (ไทย)', 'ICBC (Thai)', '123-456-7890'],
  ['073', 'LHB', 'แลนด์ แอนด์ เฮ้าส์', 'Land and Houses Bank', '123-456-7890'],
]

const lao: [code: string, name: string, english: string][] = [
  ['BCEL', 'ການຄ້າຕ່າງປະເທດລາວ ມະຫາຊົນ', 'Banque pour le Commerce Extérieur Lao'],
  ['LDB', 'ພັດທະນາລາວ', 'Lao Development Bank'],
  ['APB', 'ສົ່ງເສີມກະສິກຳ', 'Agricultural Promotion Bank'],
  ['JDB', 'ຮ່ວມພັດທະນາ ມະຫາຊົນ', 'Joint Development Bank'],
  ['LVB', 'ຮ່ວມທຸລະກິດລາວ-ຫວຽດ', 'Lao-Viet Bank'],
  ['STB', 'ເອັສທີ', 'ST Bank'],
  ['BFL', 'ລາວຝຣັ່ງ', 'Banque Franco-Lao'],
  ['PSVB', 'ພົງສະຫວັນ', 'Phongsavanh Bank'],
  ['IDB', 'ອິນໂດຈີນ', 'Indochina Bank'],
  ['ACLEDA', 'ເອຊີລີດາ ລາວ', 'ACLEDA Bank Lao'],
]

const listed = (country: string) =>
  bankRows
    .filter((row) => row.country === country)
    .map(({ code, nameTH, nameEN }) => ({ code, nameTH, nameEN }))
    .toSorted((one, other) => one.code.localeCompare(other.code))

const expected = (prefix: string, rows: (readonly [code: string, name: string, english: string])[]) =>
  rows
    .map(([code, name, nameEN]) => ({ code, nameTH: `${prefix}${name}`, nameEN }))
    .toSorted((one, other) => one.code.localeCompare(other.code))

test('the banks of Thailand and of Laos, by code, name and English name', () => {
  expect(listed('TH')).toEqual(
    expected(
      'ธนาคาร',
      thai.map(([, code, name, english]) => [code, name, english]),
    ),
  )
  expect(listed('LA')).toEqual(expected('ທະນາຄານ', lao))
  expect(bankRows).toHaveLength(thai.length + lao.length)
})

test.each(thai)('%s is %s, on slips and in its account numbers', (no, code, _, __, printed) => {
  expect(bankNumberOf(code)).toBe(no)
  expect(bankNumberOf(no)).toBe(no)
  expect(groupAccountNo(printed.replaceAll('-', ''), code)).toBe(printed)
})

test('a Lao bank has no number, and keeps its code', () => {
  for (const [code] of lao) expect(bankNumberOf(code)).toBe(code)
  expect(groupAccountNo('123450067890123456', 'BCEL')).toBe('123-45-00-67890123-456')
})

test('every bank has a colour', () => {
  const plain = bankRows.map(({ code }) => code).filter((code) => !Object.hasOwn(bankColours, code))
  expect(plain, 'src/lib/payments/bank-colours.ts').toEqual([])
})
