import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR, later, MINUTE } from '../clock.ts'
import { memberBankAccounts, members } from '../database/schema/members.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { accountsAt, isSameAccount, isSameHolder, memberOfAccount } from './match-bank-account.ts'

test.each([
  ['SOMCHAI JAIDEE', 'Somchai  Jaidee', true],
  ['MR. SOMCHAI JAIDEE', 'SOMCHAI J.', true],
  ['นาย สมชาย ใจดี', 'สมชาย ใจดี', true],
  ['น.ส.สมหญิง ใจดี', 'สมหญิง ใ***', true],
  ['ທ້າວ ສົມໄຊ ທົດລອງ', 'ສົມໄຊ ທົດລອງ', true],
  ['SOMCHAI', 'SOMCHAI', true],
  ['SOMCHAI', 'SOMCHAI JAIDEE', false],
  ['SOMCHAI JAIDEE', 'SOMCHAI RAKDEE', false],
  ['SOMCHAI JAIDEE', 'SOMYING JAIDEE', false],
  ['MRSOMCHAI JAIDEE', 'SOMCHAI JAIDEE', false],
  ['นาย คุณากร ใจดี', 'คุณากร ใจดี', true],
  ['นายคุณากร ใจดี', 'คุณากร ใ***', true],
  ['น.ส. คุณัญญา ใจดี', 'คุณัญญา ใจดี', true],
  ['นางสาว นางนวล ใจดี', 'นางนวล ใจดี', true],
  ['นางสาวิตรี ใจดี', 'สาวิตรี ใจดี', true],
  ['ນາງ ນາງນ້ອຍ ທົດລອງ', 'ນາງນ້ອຍ ທົດລອງ', true],
  ['นายคุณ ใจดี', 'คุณ ใจดี', true],
  ['คุณากร ใจดี', 'นายากร ใจดี', false],
  ['นาย สมชาย ใจดี', 'นาย ส', false],
  ['MR SOMCHAI JAIDEE', 'MR S', false],
  ['', '', false],
  ['นาย', 'นาย', false],
  ['นางสาว', 'นางสาว', false],
  ['MR. ', '', false],
])('%j and %j: %s', (one, other, same) => {
  expect(isSameHolder(one, other)).toBe(same)
  expect(isSameHolder(other, one)).toBe(same)
})

const titles = {
  thai: ['นาย', 'นาง', 'นางสาว', 'น.ส.', 'คุณ'],
  lao: ['ທ້າວ', 'ນາງ', 'ທ່ານ'],
  latin: ['MR. ', 'Mrs ', 'ms.', 'MISS '],
}
const given = {
  thai: ['คุณากร', 'คุณัญญา', 'นายิกา', 'กนก', 'สมชาย', 'เอก', 'โชติ', 'ณัฐ'],
  lao: ['ສົມໄຊ', 'ນ້ອຍ', 'ຄຳ', 'ແສງ'],
  latin: ['SOMCHAI', 'Mrinal', 'MISSY', 'Msafiri', 'S'],
}
const person = fc.constantFrom('thai', 'lao', 'latin').chain((script) =>
  fc.record({
    first: fc.constantFrom(...given[script]),
    surname: fc.constantFrom('', ' ใจดี', ' ทดลอง', ' JAIDEE', ' R.'),
    title: fc
      .tuple(fc.constantFrom('', ...titles[script]), fc.constantFrom('', ' '))
      .map((both) => both.join('')),
  }),
)

test('a title in front never makes two names the same or different', () => {
  fc.assert(
    fc.property(person, person, (one, other) => {
      const [plain, otherPlain] = [one.first + one.surname, other.first + other.surname]
      const isSame = isSameHolder(plain, otherPlain)
      expect(isSame).toBe(one.first === other.first && one.surname === other.surname)
      const [titled, otherTitled] = [one.title + plain, other.title + otherPlain]
      expect(isSameHolder(titled, otherPlain)).toBe(isSame)
      expect(isSameHolder(otherTitled, titled)).toBe(isSame)
      expect(isSameHolder(titled, plain)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('an account is identified by bank, number and holder together', () => {
  const account = { bank: 'KBANK', accountNo: '123-4-56789-0', holder: 'SOMCHAI J' }
  expect(isSameAccount(account, { bank: '004', accountNo: '1234567890', holder: 'somchai jaidee' })).toBe(
    true,
  )
  expect(isSameAccount(account, { ...account, bank: 'SCB' })).toBe(false)
  expect(isSameAccount(account, { ...account, accountNo: '1234567891' })).toBe(false)
  expect(isSameAccount(account, { ...account, holder: 'SOMYING J' })).toBe(false)
  expect(isSameAccount({ ...account, accountNo: '' }, { ...account, accountNo: '-' })).toBe(false)
})

describeOnOne("a member's accounts", (open) => {
  const first = { bankCode: 'KBANK', bankAccountNo: '1112223334', bankAccountName: 'SOMCHAI' }

  test('earlier accounts stay recorded after a change', async () => {
    const { db } = await open()
    const [begun, changed] = [new Date('2026-01-05T03:00:20.500Z'), new Date('2026-01-05T05:00:00.000Z')]
    const id = await addMember(db, { ...first, createdAt: begun, updatedAt: begun })
    const set = (values: Partial<typeof members.$inferInsert>) =>
      db.update(members).set(values).where(eq(members.id, id))
    await set({ name: 'Another', updatedAt: later(begun, HOUR) })
    await set({ bankAccountNo: '5556667778', updatedAt: changed })
    const account = { bank: 'KBANK', accountNo: '1112223334', holder: 'SOMCHAI' }
    const at = async (time: Date) => (await accountsAt(db, id, time)).map(({ accountNo }) => accountNo)
    expect(await at(later(begun, -MINUTE))).toEqual([])
    expect(await at(later(begun, -1))).toEqual([])
    // A bank that reports only the minute may mean any second of it.
    expect(await at(new Date('2026-01-05T03:00:00Z'))).toEqual(['1112223334'])
    expect(await at(later(changed, -1))).toEqual(['1112223334'])
    expect(await at(changed)).toEqual(['5556667778'])
    expect(await memberOfAccount(db, account, later(changed, -1))).toBe(id)
    expect(await memberOfAccount(db, account, changed)).toBeNull()

    // Writes that bypass the app are recorded too.
    await set({ bankAccountName: 'SOMYING' })
    await set({ bankCode: null, bankAccountNo: null })
    const rows = await db.select().from(memberBankAccounts).where(eq(memberBankAccounts.memberId, id))
    expect(
      rows.map(({ accountNo, accountName, validUntil }) => [accountNo, accountName, validUntil !== null]),
    ).toEqual([
      ['1112223334', 'SOMCHAI', true],
      ['5556667778', 'SOMCHAI', true],
      ['5556667778', 'SOMYING', true],
    ])
  })

  test('a transfer from an account that changed hands belongs to its owner at that time', async () => {
    const { db } = await open()
    const [begun, moved] = [new Date('2026-01-05T03:00:00Z'), new Date('2026-01-05T05:00:00Z')]
    const before = await addMember(db, { ...first, updatedAt: begun })
    await db.update(members).set({ bankCode: 'SCB', updatedAt: moved }).where(eq(members.id, before))
    const after = await addMember(db, { ...first, updatedAt: moved })
    const account = { bank: '004', accountNo: '111-2-22333-4', holder: 'SOMCHAI' }
    expect(await memberOfAccount(db, account, later(moved, -1))).toBe(before)
    expect(await memberOfAccount(db, account, moved)).toBe(after)
    expect(await memberOfAccount(db, { ...account, holder: 'SOMYING' }, moved)).toBeNull()
    expect(await memberOfAccount(db, { ...account, accountNo: '' }, moved)).toBeNull()
  })
})
