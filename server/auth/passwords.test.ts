import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'
import { tooManyPasswords } from '../http/api-error.ts'

const cheap = { logN: 4, r: 8, p: 1 }
const THREADS = 2
const passwordsOf = (cost?: typeof cheap) =>
  createPasswords({ tooMany: tooManyPasswords, threads: THREADS, cost })

test('a password is stored salted, at the configured cost', async () => {
  const { hash, matches, matchesNobody } = passwordsOf()
  const stored = await hash('champa')
  expect(stored).toMatch(/^scrypt\$15\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/u)
  expect(await matches('champa', stored)).toBe(true)
  expect(await matches('Champa', stored)).toBe(false)
  expect(await matchesNobody('champa')).toBe(false)
}, 30_000)

test('the same password has another hash each time, and a hash of an older cost still matches', async () => {
  const older = passwordsOf(cheap)
  const [one, other] = [await older.hash('champa'), await older.hash('champa')]
  expect(one).not.toBe(other)
  expect(await passwordsOf().matches('champa', one)).toBe(true)
})

test('two passwords are hashed at once and 48 wait; the next is refused, and later ones are accepted again', async () => {
  const { hash, matches, matchesNobody } = passwordsOf(cheap)
  const stored = await hash('champa')
  for (let times = 0; times < 2; times += 1) {
    const all = await Promise.allSettled([
      ...Array.from({ length: 50 }, () => matches('champa', stored)),
      matches('champa', stored),
      matchesNobody('champa'),
      hash('champa'),
    ])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
    expect(all.slice(50)).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { status: 429 } })))
  }
})

test('files are read while as many passwords are hashed as the process has other threads', async () => {
  const threads = 4
  const { hash } = createPasswords({ tooMany: tooManyPasswords, threads })
  const all = () => Array.from({ length: threads }, () => hash('champa'))
  // The threads have started now.
  await Promise.all(all())
  let hashed = 0
  const hashes = all().map((hashing) => hashing.then(() => (hashed += 1)))
  await readFile(new URL(import.meta.url))
  expect(hashed).toBe(0)
  await Promise.all(hashes)
}, 60_000)

test('a hash with a broken cost is an error, and later passwords are hashed', async () => {
  const { hash, matches } = passwordsOf(cheap)
  for (let times = 0; times < 60; times += 1)
    await expect(matches('champa', 'scrypt$none$8$1$c2FsdA==$aGFzaA==')).rejects.toThrow(/N/u)
  expect(await matches('champa', await hash('champa'))).toBe(true)
})

test('a hash of an unknown kind matches nothing', async () => {
  const { matches } = passwordsOf()
  expect(await matches('', '')).toBe(false)
  expect(await matches('champa', 'champa')).toBe(false)
})
