import * as v from 'valibot'
import { isSatang, MAX_SATANG } from '#lib/money/money.ts'

/**
 * Money: integer satang in every program. On the wire it is baht, a JSON number with at most two decimals: parsing decodes it,
 * `encodeMoney` encodes it. Fractions of a satang, and amounts past `MAX_SATANG`, are refused both ways.
 */
export const money = v.pipe(
  v.number(),
  v.finite(),
  v.check((baht) => Math.abs(satangOf(baht)) <= MAX_SATANG, 'too large'),
  // Division rounds correctly, so it gives the same number back exactly if that was written with two decimals.
  v.check((baht) => satangOf(baht) / 100 === baht, 'more than two decimals'),
  v.transform(satangOf),
)

/** More than zero: what a member pays, moves or withdraws. */
export const positiveMoney = v.pipe(money, v.minValue(1, 'nothing'))

const isMoney = (schema: unknown) => schema === money || schema === positiveMoney

/** Never -0. */
function satangOf(baht: number): number {
  return Math.round(baht * 100) + 0
}

/** A body or reply in wire format: wherever the schema says `money`, satang become baht. Throws RangeError for fractions. */
export function encodeMoney(schema: v.GenericSchema, value: unknown): unknown {
  return mapMoney(schema, value, (satang) => {
    if (!isSatang(satang as number)) throw new RangeError(`Not satang: ${String(satang)}`)
    return (satang as number) / 100
  })
}

/** The parts of a contract schema that can contain money. */
interface Shape {
  type: string
  wrapped?: Shape
  item?: Shape
  entries?: Record<string, Shape>
  /** The options of a variant; `key` is the discriminator. */
  options?: { entries: Record<string, Shape & { literal?: unknown }> }[]
  key?: string
}

/** Maps every value that the schema says is money; the rest, and what does not fit the schema, stays unchanged. */
export function mapMoney(
  schema: v.GenericSchema,
  value: unknown,
  change: (amount: unknown) => unknown,
): unknown {
  const map = (shape: Shape, part: unknown): unknown => {
    if (part === null || part === undefined) return part
    if (isMoney(shape)) return change(part)
    if (shape.wrapped) return map(shape.wrapped, part)
    const { item, key = '' } = shape
    if (item) return Array.isArray(part) ? part.map((one) => map(item, one)) : part
    if (typeof part !== 'object') return part
    const fields = part as Record<string, unknown>
    const { entries } =
      shape.type === 'variant'
        ? (shape.options?.find((option) => option.entries[key]?.literal === fields[key]) ?? {})
        : shape
    if (!entries) return part
    const mapped = { ...fields }
    for (const name in entries)
      if (Object.hasOwn(mapped, name)) mapped[name] = map(entries[name] as Shape, mapped[name])
    return mapped
  }
  return map(schema, value)
}
