import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

/** Jobs that record their start and end on request. */
function jobs(atOnce: number) {
  const inTurn = createFairQueue(atOnce)
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
