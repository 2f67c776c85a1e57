import { bangkokDay } from '#i18n/format.ts'
import type { Moment } from '#lib/bangkok.ts'
import { startOfDay, type StatementSearch } from '../statement-filter.ts'

/** A range of days, or of months, in Bangkok: `YYYY-MM-DD`, both included. */
export type Range = readonly [first: string, last: string]

/** The month that many months later, negative for earlier: `2026-01`. */
export function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const all = year * 12 + number - 1 + count
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`
}

/** `2026-01` as `01/2026`. */
export const formatMonth = (month: string): string => month.split('-').toReversed().join('/')

/** The month that a day or moment is in. */
const monthOf = (at: Moment): string => bangkokDay(at).slice(0, 7)

const firstOf = (month: string) => `${month}-01`
const dayBefore = (day: string) => bangkokDay(startOfDay(day, -1))

/** The last day of a month. */
export const lastOf = (month: string): string => dayBefore(firstOf(addMonths(month, 1)))

export const presets = ['week', 'month', 'last-month', 'year'] as const
export type Preset = (typeof presets)[number]

/** The days of a preset, up to today. */
export function presetRange(preset: Preset, now: number): Range {
  const today = bangkokDay(now)
  const month = today.slice(0, 7)
  switch (preset) {
    case 'week':
      return [bangkokDay(startOfDay(today, -6)), today]
    case 'month':
      return [firstOf(month), today]
    case 'last-month': {
      const last = addMonths(month, -1)
      return [firstOf(last), lastOf(last)]
    }
    case 'year':
      return [`${today.slice(0, 4)}-01-01`, today]
  }
}

/** The months up to this one, oldest first. */
export const lastMonths = (count: number, now: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonths(monthOf(now), index - count + 1))

/** The server sums and exports ten years at most. */
const maxMonths = 120

/** The days that are looked for, open ends filled in: what is older than ten years is left out. */
export const rangeOf = ({ from, until }: StatementSearch, now: number): Range => {
  const last = until ?? bangkokDay(now)
  const earliest = firstOf(addMonths(last.slice(0, 7), 1 - maxMonths))
  return [from && from > earliest ? from : earliest, last]
}
