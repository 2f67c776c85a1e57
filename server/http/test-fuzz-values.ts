import * as fc from 'fast-check'

/** The part of JSON Schema that the published description uses. */
export interface Schema {
  type?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** A value to send: JSON as text, so that it can be what no program would write. */
export type Written = string | Seen | { list: Written[] } | { fields: [name: string, value: Written][] }

/** A value that the server has sent under this name, or under a name with the same meaning. */
export interface Seen {
  seen: string
  at: number
}

/** Text as only an attacker writes it. */
export const strangeTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u200b',
  '💩'.repeat(100),
  'ก\u0e49'.repeat(300),
  'x'.repeat(201),
  'x'.repeat(5000),
  '__proto__',
  'constructor',
  'toString',
  "'; drop table members; --",
  '{{7*7}}${7*7}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00',
  '%s%n',
  '1e99',
  'NaN',
  'Infinity',
  '-0',
  '0x10',
  '๑๒๓',
  'WALLET',
  'null',
  '\n',
  '\u0000,\u0001',
]

const strangeJson: readonly string[] = [
  ...strangeTexts.map((text) => JSON.stringify(text)),
  'null',
  'true',
  '[]',
  '{}',
  '0',
  '-0',
  '-1',
  '0.001',
  '0.1',
  '1e99',
  '-1e999',
  '1e-99',
  '9007199254740993',
  '2147483648',
  '99999999999.99',
  '9999999999999.99',
  '"\\ud800"',
  '"\\u0000"',
  '{"__proto__":{"polluted":true}}',
  '{"$ne":""}',
  `${'['.repeat(40)}${']'.repeat(40)}`,
  `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`,
  `[${'1,'.repeat(200)}1]`,
]

const json = (value: unknown): string => JSON.stringify(value)
const strange = fc.constantFrom(...strangeJson)

/** Values that fit the schema; `chanceOfStrange` is the percentage that does not. */
export function valuesOf(schema: Schema, name: string, chanceOfStrange: number): fc.Arbitrary<Written> {
  const fit = fittingOf(schema, name, chanceOfStrange)
  if (chanceOfStrange === 0) return fit
  return fc.oneof(
    { weight: 100 - chanceOfStrange, arbitrary: fit },
    { weight: chanceOfStrange, arbitrary: strange },
  )
}

function fittingOf(schema: Schema, name: string, chanceOfStrange: number): fc.Arbitrary<Written> {
  const within = (part: Schema, of: string) => valuesOf(part, of, chanceOfStrange)
  if ('const' in schema) return fc.constant(json(schema.const))
  if (schema.enum) return fc.constantFrom(...schema.enum.map(json))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => within(choice, name)))
  switch (schema.type) {
    case 'object': {
      const { properties = {}, required = [] } = schema
      const fields = Object.entries(properties).map(([field, part]) => {
        const value = within(part, field).map((written): [string, Written] => [field, written])
        return required.includes(field) && chanceOfStrange === 0 ? value : fc.option(value, { freq: 5 })
      })
      const known = fc.tuple(...fields).map((all) => all.filter((field) => field !== null))
      if (chanceOfStrange === 0) return known.map((all) => ({ fields: all }))
      const other = fc.tuple(fc.constantFrom('other', ...strangeTexts), strange)
      return fc.tuple(known, fc.option(other, { freq: 10 })).map(([all, more]) => ({
        fields: more ? [...all, more] : all,
      }))
    }
    case 'array':
      return fc
        .array(within(schema.items ?? {}, name), { maxLength: Math.min(schema.maxItems ?? 3, 5) })
        .map((list) => ({ list }))
    case 'integer':
    case 'number':
      return fc.oneof(
        { weight: 4, arbitrary: fc.integer({ min: 1, max: 100 }).map(json) },
        { weight: 1, arbitrary: fc.integer({ min: 1, max: 100_000 }).map((satang) => json(satang / 100)) },
      )
    case 'boolean':
      return fc.boolean().map(json)
    case 'null':
      return fc.constant('null')
    case undefined:
      return strange
    default:
      return textsOf(schema, name)
  }
}

function textsOf({ minLength = 0, maxLength = 200 }: Schema, name: string): fc.Arbitrary<Written> {
  const text = fc.string({ minLength, maxLength: Math.min(maxLength, 30), unit: 'grapheme' })
  return fc.oneof(
    { weight: 4, arbitrary: seenOf(name) },
    { weight: 1, arbitrary: text.map(json) },
    { weight: 1, arbitrary: fc.nat(10 ** 10).map((number) => json(String(number).padStart(10, '0'))) },
  )
}

export const seenOf = (name: string): fc.Arbitrary<Seen> => fc.nat(1000).map((at) => ({ seen: name, at }))

/** Names that mean the same. */
const sameAs: Record<string, string> = {
  slot: 'code',
  game: 'code',
  from: 'code',
  to: 'code',
  bankCode: 'code',
  coupon: 'code',
  sourceCode: 'code',
  phoneNumber: 'username',
  phone: 'username',
  inviteCode: '_id',
  userId: '_id',
  oldPassword: 'password',
  newPassword: 'password',
}

/** The newest values that the server has sent, by name. */
export class SeenValues {
  readonly #values = new Map<string, string[]>()

  add(name: string, value: string): void {
    const known = sameAs[name] ?? name
    const values = this.#values.get(known) ?? []
    if (values.includes(value) || value.length > 2000) return
    this.#values.set(known, [...values, value].slice(-100))
  }

  /** Adds every text in a body. */
  addAll(value: unknown, name = ''): void {
    if (typeof value === 'string') this.add(name, value)
    else if (Array.isArray(value)) for (const item of value) this.addAll(item, name)
    else if (typeof value === 'object' && value !== null)
      for (const [field, part] of Object.entries(value)) this.addAll(part, field)
  }

  pick({ seen, at }: Seen): string {
    const values = this.#values.get(sameAs[seen] ?? seen) ?? []
    return values[at % Math.max(values.length, 1)] ?? 'none'
  }

  write(value: Written): string {
    if (typeof value === 'string') return value
    if ('seen' in value) return json(this.pick(value))
    if ('list' in value) return `[${value.list.map((item) => this.write(item)).join(',')}]`
    return `{${value.fields.map(([name, part]) => `${json(name)}:${this.write(part)}`).join(',')}}`
  }
}
