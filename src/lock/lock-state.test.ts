import { expect, test } from 'vitest'
import { lockStateOf } from './lock-state.ts'

const now = Date.UTC(2026, 0, 1)
const minutesAgo = (minutes: number) => now - minutes * 60_000

test.each([
  ['within the time', { minutes: 5 }, minutesAgo(5), 'open'],
  ['after it', { minutes: 5 }, minutesAgo(5) - 1, 'shut'],
  ['the longest time', { minutes: 15 }, minutesAgo(14), 'open'],
  ['last use unknown', { minutes: 1 }, undefined, 'shut'],
  ['last use unreadable', { minutes: 1 }, '1', 'shut'],
  ['the clock put back', { minutes: 1 }, now + 60_000, 'shut'],
  ['not wanted', undefined, minutesAgo(60), undefined],
  ['a time that is not offered', { minutes: 0 }, minutesAgo(60), undefined],
  ['a broken setting', 'on', minutesAgo(60), undefined],
])('%s', (_, setting, seen, state) => {
  expect(lockStateOf(setting, seen, now)).toBe(state)
})
