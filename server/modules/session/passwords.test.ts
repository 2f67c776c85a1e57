import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

test('a password is kept salted and at the cost that is due', async () => {
  const { hash, matches, matchesNobody } = createPasswords()
  const stored = await hash('champa')
  expect(stored).toMatch(/^scrypt\$15\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/u)
  expect(await matches('champa', stored)).toBe(true)
  expect(await matches('Champa', stored)).toBe(false)
  expect(await matchesNobody('champa')).toBe(false)
}, 30_000)

test('the same password is stored otherwise each time, and still read at an older cost', async () => {
  const older = createPasswords({ logN: 4, r: 8, p: 1 })
  const [one, other] = [await older.hash('champa'), await older.hash('champa')]
  expect(one).not.toBe(other)
  expect(await createPasswords().matches('champa', one)).toBe(true)
})

test('a hash of an unknown kind matches nothing', async () => {
  const { matches } = createPasswords()
  expect(await matches('', '')).toBe(false)
  expect(await matches('champa', 'champa')).toBe(false)
})
