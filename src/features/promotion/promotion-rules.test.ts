import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bonusBeside,
  bonusName,
  bonusState,
  isReceivedOut,
  noticeFor,
  promotionCode,
  receivedTimes,
} from './promotion-rules.ts'

const DAY = 86_400_000
const at = (text: string) => Date.parse(text)
type Type = 'limit' | 'day' | 'week'
function bonus(type: Type, maxReceived: number, receipts: (string | number)[], isActive = false) {
  const received = receipts.map((when) => ({ updatedAt: new Date(when).toISOString() }))
  return { type, maxReceived, userBonus: { _id: 'b', isActive, received } }
}
// A Wednesday, noon in Bangkok.
const wednesday = at('2026-01-07T12:00:00+07:00')

describe('fully received', () => {
  test.each<[string, Type, number, string[], boolean]>([
    ['never received', 'limit', 1, [], false],
    ['once, years ago', 'limit', 1, ['2020-01-01T00:00:00Z'], true],
    ['one of two', 'limit', 2, ['2020-01-01T00:00:00Z'], false],
    ['at the first moment of today', 'day', 1, ['2026-01-07T00:00:00+07:00'], true],
    ['at the last moment of yesterday', 'day', 1, ['2026-01-06T23:59:59.999+07:00'], false],
    ['yesterday by UTC, today in Bangkok', 'day', 1, ['2026-01-06T17:00:00Z'], true],
    ['as Monday began', 'week', 1, ['2026-01-05T00:00:00+07:00'], true],
    ['as Sunday ended', 'week', 1, ['2026-01-04T23:59:59.999+07:00'], false],
    ['twice this week, once last', 'week', 3, ['2026-01-05', '2026-01-06', '2026-01-02'], false],
    ['three times this week', 'week', 3, ['2026-01-05', '2026-01-06', '2026-01-07'], true],
  ])('%s', (_, type, max, receipts, out) => {
    expect(isReceivedOut(bonus(type, max, receipts), wednesday)).toBe(out)
  })

  test('a member who never had it has received nothing', () => {
    expect(receivedTimes({ type: 'day', maxReceived: 1, userBonus: null }, wednesday)).toBe(0)
    expect(isReceivedOut({ type: 'limit', maxReceived: 1, userBonus: undefined }, wednesday)).toBe(false)
  })

  const time = fc.integer({ min: at('2020-01-01'), max: at('2040-01-01') })
  const ages = fc.array(fc.integer({ min: 0, max: 20 * DAY }), { maxLength: 12 })

  test('what counts today counts this week, and what counts this week counts in total', () => {
    fc.assert(
      fc.property(ages, time, (given, now) => {
        const receipts = given.map((age) => now - age)
        const counted = (type: Type) => receivedTimes(bonus(type, 1, receipts), now)
        expect(counted('day')).toBeLessThanOrEqual(counted('week'))
        expect(counted('week')).toBeLessThanOrEqual(counted('limit'))
        expect(counted('limit')).toBe(receipts.length)
      }),
    )
  })

  test('one receipt more never reopens it, and a week later daily and weekly receipts no longer count', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Type>('limit', 'day', 'week'),
        fc.integer({ min: 1, max: 4 }),
        ages,
        time,
        (type, max, given, now) => {
          const receipts = given.map((age) => now - age)
          const before = isReceivedOut(bonus(type, max, receipts), now)
          expect(isReceivedOut(bonus(type, max, [...receipts, now]), now) || !before).toBe(true)
          const later = isReceivedOut(bonus(type, max, [...receipts, now]), now + 7 * DAY)
          expect(later).toBe(type === 'limit' && receipts.length + 1 >= max)
        },
      ),
    )
  })

  test('it changes at midnight in Bangkok and at no other time', () => {
    fc.assert(
      fc.property(time, fc.integer({ min: 0, max: 2 * DAY }), (received, wait) => {
        const dayOf = (moment: number) => Math.floor((moment + 7 * 3_600_000) / DAY)
        const out = isReceivedOut(bonus('day', 1, [received]), received + wait)
        expect(out).toBe(dayOf(received) === dayOf(received + wait))
      }),
    )
  })
})

test('the active bonus is the current one, fully received or not', () => {
  expect(bonusState(bonus('limit', 1, ['2026-01-07'], true), wednesday)).toBe('current')
  expect(bonusState(bonus('limit', 1, ['2026-01-07']), wednesday)).toBe('received')
  expect(bonusState(bonus('day', 1, ['2026-01-01']), wednesday)).toBe('open')
})

test('without a name the code is shown', () => {
  expect(bonusName({ name: '', code: 'DAILY' })).toBe('DAILY')
})

test('beside the list stands the chosen offer, else the one in use, else the first that is open', () => {
  const offer = (code: string, ...receipts: Parameters<typeof bonus>) => ({
    ...bonus(...receipts),
    code,
    name: code,
    percentFail: 5,
    banners: [],
  })
  const out = offer('OUT', 'limit', 1, [0])
  const open = offer('OPEN', 'limit', 1, [])
  const current = offer('CURRENT', 'limit', 1, [0], true)
  expect(bonusBeside([out, open, current], undefined, wednesday)).toBe(current)
  expect(bonusBeside([out, open], undefined, wednesday)).toBe(open)
  expect(bonusBeside([out], undefined, wednesday)).toBe(out)
  expect(bonusBeside([out, open, current], 'OUT', wednesday)).toBe(out)
  expect(bonusBeside([out, open], 'GONE', wednesday)).toBe(open)
  expect(bonusBeside([], undefined, wednesday)).toBeUndefined()
})

test('the notice shows the number wherever it has a placeholder', () => {
  expect(noticeFor('<p>%percentFail%% of it</p>%percentFail%', 7.5)).toBe('<p>7.5% of it</p>7.5')
  expect(noticeFor('at most %percentFail%%', null)).toBe('at most –')
  expect(noticeFor('at most %percentFail%% of it', 'half')).toBe('at most half of it')
  expect(noticeFor('<p>Nothing to put in</p>', 10)).toBe('<p>Nothing to put in</p>')
})

test('an inserted value brings no markup with it', () => {
  expect(noticeFor('%percentFail%', '<b>5</b> & "6"')).toBe('&#60;b&#62;5&#60;/b&#62; &#38; &#34;6&#34;')
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (percent) => {
      expect(noticeFor('%percentFail%', percent)).toMatch(/^[-+.e\d]+$/u)
    }),
  )
})

test('a code is looked up in capitals, however it was typed', () => {
  expect(promotionCode('  champa50 ')).toBe('CHAMPA50')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
      expect(promotionCode(promotionCode(typed))).toBe(promotionCode(typed))
    }),
  )
})
