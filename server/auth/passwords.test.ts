import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createPasswords, type HashedFor } from './passwords.ts'
import { tooManyPasswords } from '../http/api-error.ts'

const cheap = { logN: 4, r: 8, p: 1 }
const THREADS = 2
const by: HashedFor = { known: 'A1' }
const passwordsOf = (cost?: typeof cheap) =>
  createPasswords({ tooMany: tooManyPasswords, threads: THREADS, cost })

test('a password is stored salted, at the configured cost', async () => {
  const { hash, matches, matchesNobody } = passwordsOf()
  const stored = await hash('champa')
  expect(stored).toMatch(/^scrypt\$15\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/u)
  expect(await matches('champa', stored, by)).toBe(true)
  expect(await matches('Champa', stored, by)).toBe(false)
  expect(await matchesNobody('champa', by)).toBe(false)
}, 30_000)

test('the same password has another hash each time, and a hash of an older cost still matches', async () => {
  const older = passwordsOf(cheap)
  const [one, other] = [await older.hash('champa'), await older.hash('champa')]
  expect(one).not.toBe(other)
  expect(await passwordsOf().matches('champa', one, by)).toBe(true)
})

test('one caller may have 25 unfinished passwords; the next is refused, and later ones are accepted again', async () => {
  const { matches, matchesNobody, hash } = passwordsOf(cheap)
  const stored = await hash('champa')
  for (const by of [{ address: '10.0.0.1' }, { known: 'A1' }]) {
    for (let times = 0; times < 2; times += 1) {
      const all = await Promise.allSettled([
        ...Array.from({ length: 25 }, () => matches('champa', stored, by)),
        matches('champa', stored, by),
        matchesNobody('champa', by),
        hash('champa', by),
      ])
      const refused = { reason: { status: 429 } }
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(25)
      expect(all.slice(25)).toMatchObject([refused, refused, refused])
    }
  }
})

test('many passwords from two addresses keep nobody waiting who comes from a third, or is known', async () => {
  const { matchesNobody } = createPasswords({ tooMany: tooManyPasswords, threads: 1, cost: cheap })
  const done: string[] = []
  const send = async (name: string, by: HashedFor) => {
    await matchesNobody('guess', by)
    done.push(name)
  }
  const flood = ['10.0.0.1', '10.0.0.2'].flatMap((address) =>
    Array.from({ length: 25 }, () => send('flood', { address }).catch(() => undefined)),
  )
  const others = [send('stranger', { address: '10.0.0.3' }), send('known', { known: 'A1' })]
  await Promise.all([...others, ...flood])
  // The known one waits for the password that is being hashed, the stranger for one of each address.
  expect(done.slice(0, 4).toSorted()).toEqual(['flood', 'flood', 'known', 'stranger'])
  expect(done[1]).toBe('known')
})

test('as many strangers as may wait keep no place from callers who are known', async () => {
  const { matchesNobody } = passwordsOf(cheap)
  const from = (n: number) => matchesNobody('guess', { address: `10.0.1.${n}` })
  const all = await Promise.allSettled([
    ...Array.from({ length: 25 * THREADS }, (_, n) => from(n)),
    from(200),
    matchesNobody('guess', { known: 'A1' }),
  ])
  expect(all.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([25 * THREADS])
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
    await expect(matches('champa', 'scrypt$none$8$1$c2FsdA==$aGFzaA==', by)).rejects.toThrow(/N/u)
  expect(await matches('champa', await hash('champa'), by)).toBe(true)
})

test('a hash of an unknown kind matches nothing', async () => {
  const { matches } = passwordsOf()
  expect(await matches('', '', by)).toBe(false)
  expect(await matches('champa', 'champa', by)).toBe(false)
})
