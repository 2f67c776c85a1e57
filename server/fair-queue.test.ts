import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Jobs that record their start and end on request. */
function jobs(...given: Parameters<typeof createFairQueue>) {
  const inTurn = createFairQueue(...given)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const add = (owner: string, name: string) =>
    inTurn(
      owner,
      () =>
        new Promise<string>((resolve, reject) => {
          begun.push(name)
          ends.set(name, (error) => (error ? reject(error) : resolve(name)))
        }),
    )
  return { begun, add, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

test('owners take turns, one job at a time each', async () => {
  const { begun, add, end } = jobs(1)
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name[0] ?? '', name))
  expect(begun).toEqual(['a1'])
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    await expect.poll(() => begun.at(-1)).toBe(name)
    end(name)
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

test('several jobs run at once, but never two of one owner', async () => {
  const { begun, add, end } = jobs(2)
  const all = ['a1', 'a2', 'b1', 'c1'].map((name) => add(name[0] ?? '', name))
  expect(begun).toEqual(['a1', 'b1'])
  end('b1')
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1'])
  end('c1')
  await all[3]
  expect(begun).toHaveLength(3)
  end('a1')
  await expect.poll(() => begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  end('a2')
  await Promise.all(all)
})

test('an owner may run several at once while nobody else waits', async () => {
  const { begun, add, end } = jobs(2, { perOwner: 2 })
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => add(name[0] ?? '', name))
  expect(begun).toEqual(['a1', 'a2'])
  for (const [name, next] of [
    ['a1', 'b1'],
    ['b1', 'a3'],
    ['a2', 'b2'],
    ['a3', 'a4'],
  ] as const) {
    end(name)
    await expect.poll(() => begun.at(-1)).toBe(next)
  }
  end('b2')
  end('a4')
  await Promise.all(all)
})

test('what is unfinished is limited by owner, and so are the owners', async () => {
  const tooMany = () => new Error('too many')
  const { begun, add, end } = jobs(1, { max: { jobs: 3, owners: 2, tooMany } })
  const [a1, a2, a3] = ['a1', 'a2', 'a3'].map((name) => add('a', name))
  await expect(add('a', 'a4')).rejects.toThrow('too many')
  const b1 = add('b', 'b1')
  await expect(add('c', 'c1')).rejects.toThrow('too many')
  for (const name of ['a1', 'b1']) {
    await expect.poll(() => begun.at(-1)).toBe(name)
    end(name)
  }
  await Promise.all([a1, b1])
  const c2 = add('c', 'c2')
  for (const name of ['a2', 'c2', 'a3']) {
    await expect.poll(() => begun.at(-1)).toBe(name)
    end(name)
  }
  expect(await Promise.all([a2, a3, c2])).toEqual(['a2', 'a3', 'c2'])
})

test('a failing job does not affect others', async () => {
  const { begun, add, end } = jobs(1)
  const failing = add('a', 'a1')
  const next = add('a', 'a2')
  end('a1', new Error('broken'))
  await expect(failing).rejects.toThrow('broken')
  await expect.poll(() => begun).toEqual(['a1', 'a2'])
  end('a2')
  expect(await next).toBe('a2')
})
