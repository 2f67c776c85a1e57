import { afterEach, expect, test, vi } from 'vitest'
import { type Answers, lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { ChatEntry } from './-chat-entry.tsx'

afterEach(() => vi.unstubAllGlobals())

async function show(answer: Answers[string]) {
  stubBackend({ '/api/lookup/enableChatWidget': answer })
  const screen = await renderScreen(<ChatEntry />)
  return () => screen.container.querySelector('a')
}

test('the way into the chat keeps its place until it is known whether there is one', async () => {
  let tell: (has: object) => void = () => undefined
  const link = await show(() => new Promise((resolve) => (tell = resolve)))
  await expect.poll(() => link() && getComputedStyle(link()!).visibility).toBe('hidden')
  const height = link()?.getBoundingClientRect().height
  tell({ enabled: true })
  await expect.poll(() => link() && getComputedStyle(link()!).visibility).toBe('visible')
  expect(link()?.getBoundingClientRect().height).toBe(height)
})

test.each([
  ['there is none', () => ({ enabled: false })],
  ['it could not be asked for', lost],
] as const)('it keeps no place where %s', async (_, answer) => {
  const link = await show(answer)
  await expect.poll(link).toBeNull()
})
