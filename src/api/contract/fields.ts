import * as v from 'valibot'
import { maxPageSize } from '#lib/paging.ts'
import { normaliseText } from '#lib/text/text.ts'

/**
 * Marks a field that is an addition of ours to a call of the agreed contract: a backend may not know it, or leave it out of its
 * replies. The tests' backend without extensions leaves out the fields so marked.
 */
export const addition = /* @__NO_SIDE_EFFECTS__ */ <const Field extends v.GenericSchema>(
  field: Field,
): Field => ({ ...field, isAddition: true })

/** A number of things or of times. */
export const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

/** ISO 8601 in UTC. */
export const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'no time'),
)

/** Text that a backend may leave out or send as null; both become ''. */
export const text = v.nullish(v.string(), '')

/**
 * A percentage, which some backends write as text, "10" or "10 %"; or their words for it, which may hold markup as text. Null if
 * it is neither.
 */
export const percent = v.pipe(
  v.nullish(v.union([v.number(), v.string()]), null),
  v.transform((told) => {
    const digits = /^\s*(\d+(?:\.\d+)?)\s*%?\s*$/u.exec(String(told))?.[1]
    if (digits !== undefined) return Number(digits)
    return typeof told === 'string' ? told.trim() || null : null
  }),
)
export type Percent = v.InferOutput<typeof percent>

/** Markup from outside: sanitise it before it is shown. */
export const html = v.nullish(v.string(), '')

export const message = v.object({ message: v.string() })

/**
 * A page of a list, newest first: by its number, counted from 1, or by its position, so that rows added meanwhile shift nothing.
 * The position is the `cursor` of the page before, whatever `page` says. It is opaque, and belongs to one member, list and filter.
 */
export const pageOf = v.object({
  page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000)),
  limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPageSize)),
  before: addition(v.optional(v.pipe(v.string(), v.maxLength(300)))),
})

/** In the reply: the position of the next page; the last page has none. */
export const cursor = addition(v.nullish(v.string()))

/** A short text in a request: trimmed and limited in length. */
export const shortText = v.pipe(v.string(), v.trim(), v.maxLength(200))

/** More marks on one letter than any language has would be drawn over what stands around. A joiner does not end them. */
export const flat = v.check((words: string) => !/[\p{M}\u200C\u200D]{9}/u.test(words), 'too many marks')

/**
 * A person's name in a request, read as it is stored. Others see it: it has a letter, four of which are blank, no controls, and no
 * tower of marks. What nobody sees is taken out, but for the joiners that are part of a spelling, between letters or marks.
 */
export const personName = v.pipe(
  shortText,
  v.regex(/^(?=.*[^\P{L}\u115F\u1160\u3164\uFFA0])[^\p{Cc}\p{Zl}\p{Zp}]+$/u),
  v.transform(normaliseText),
  v.trim(),
  flat,
  v.regex(/^(?:[\p{L}\p{M}][\u200C\u200D](?=[\p{L}\p{M}])|\P{Cf})+$/u),
)

/**
 * A list that drops the rows it cannot read and keeps the others: one broken row must not cost the whole screen. It stays an
 * `array` schema for code that inspects schemas.
 */
export function listOf<const Row extends v.GenericSchema>(row: Row): v.ArraySchema<Row, undefined> {
  const strict = v.array(row)
  return {
    ...strict,
    '~run'(dataset, config) {
      if (Array.isArray(dataset.value)) dataset.value = dataset.value.filter((item) => v.is(row, item))
      return strict['~run'](dataset, config)
    },
  }
}
