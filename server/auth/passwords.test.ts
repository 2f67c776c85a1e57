import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'
import { tooManyPasswords } from '../http/api-error.ts'

test('a password is stored salted, at the configured cost', async () => {
  const { hash, matches, matchesNobody } = createPasswords(tooManyPasswords)
  const stored = await hash('champa')
  expect(stored).toMatch(/^scrypt\$15\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/u)
  expect(await matches('champa', stored)).toBe(true)
  expect(await matches('Champa', stored)).toBe(false)
  expect(await matchesNobody('champa')).toBe(false)
}, 30_000)

test('the same password has another hash each time, and a hash of an older cost still matches', async () => {
  const older = createPasswords(tooManyPasswords, { logN: 4, r: 8, p: 1 })
  const [one, other] = [await older.hash('champa'), await older.hash('champa')]
  expect(one).not.toBe(other)
  expect(await createPasswords(tooManyPasswords).matches('champa', one)).toBe(true)
})

test('three passwords are hashed at once and 64 wait; the next is refused, and later ones are accepted again', async () => {
  const { hash, matches, matchesNobody } = createPasswords(tooManyPasswords, { logN: 4, r: 8, p: 1 })
  const stored = await hash('champa')
  for (let times = 0; times < 2; times += 1) {
    const all = await Promise.allSettled([
      ...Array.from({ length: 67 }, () => matches('champa', stored)),
      matches('champa', stored),
      matchesNobody('champa'),
      hash('champa'),
    ])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(67)
    expect(all.slice(67)).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { status: 429 } })))
  }
})

test('a hash of an unknown kind matches nothing', async () => {
  const { matches } = createPasswords(tooManyPasswords)
  expect(await matches('', '')).toBe(false)
  expect(await matches('champa', 'champa')).toBe(false)
})
