import { afterEach, expect, test } from 'vitest'
import { store } from '#lib/store.ts'
import { openedPerPerson } from './opened-per-person.ts'
import { endSession, signIn } from './session.ts'

interface Thing {
  name: string
  close: () => void
}
const closed: string[] = []
const thing = (name: string): Thing => ({ name, close: () => void closed.push(name) })
const make = (name: string) => () => Promise.resolve(thing(name))

afterEach(() => {
  endSession()
  closed.length = 0
})

test('opens one for each person, and closes it for another person', async () => {
  const { openedAtom, open } = openedPerPerson<Thing>()
  const shown = () => store.get(openedAtom)?.name
  const [first, same] = await Promise.all([open('one', make('a')), open('one', make('b'))])
  expect([first.name, same.name, shown()]).toEqual(['a', 'a', 'a'])
  const opening = open(undefined, make('c'))
  expect(shown()).toBeUndefined()
  await opening
  await expect.poll(() => closed).toEqual(['a'])
  expect(shown()).toBe('c')
})

test('closes with the session, also while still opening', async () => {
  const { openedAtom, open } = openedPerPerson<Thing>()
  signIn('token', true)
  let opened: (thing: Thing) => void = () => undefined
  const opening = open('token', () => new Promise((resolve) => (opened = resolve)))
  endSession()
  opened(thing('late'))
  await opening
  await expect.poll(() => closed).toContain('late')
  expect(store.get(openedAtom)).toBeUndefined()
})

test('a failed opening is retried', async () => {
  const { openedAtom, open } = openedPerPerson<Thing>()
  await expect(open('one', () => Promise.reject(new Error('no line')))).rejects.toThrow('no line')
  await open('one', make('a'))
  await expect.poll(() => store.get(openedAtom)?.name).toBe('a')
})
