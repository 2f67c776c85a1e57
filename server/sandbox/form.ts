import type { Context } from 'hono'
import * as v from 'valibot'
import { parseAmount } from '#lib/money/money.ts'
import type { AppContext } from '../context.ts'
import { userAgentOf } from '../http/page/origin.ts'
import { readBytes } from '../http/read-bytes.ts'
import { readFormData } from '../http/read-input.ts'
import type { ServerEnv } from '../http/server-env.ts'
import type { FlashCode } from './flash-messages.ts'
import { FieldError, type FieldSchema } from './form-fields.ts'
import { placed, placesIn } from './places.ts'

const KIB = 1024
/** The most bytes of a form, and of one with a film. */
export const FORM_BYTES = 64 * KIB
export const FILM_BYTES = 22 * KIB * KIB

export type Fields = Record<string, string>

/** The form's text fields by name; of repeated ones the last. */
export const readForm = async (c: Context<ServerEnv>): Promise<Fields> =>
  fieldsOf(await formOf(c, { limit: FORM_BYTES, hasFile: false }))

/** The text fields of a form, and its file. */
export async function readFilmForm(
  c: Context<ServerEnv>,
): Promise<{ fields: Fields; file: File | undefined }> {
  const form = await formOf(c, { limit: FILM_BYTES, hasFile: true })
  const file = form.get('file')
  return { fields: fieldsOf(form), file: file instanceof File ? file : undefined }
}

function fieldsOf(form: FormData): Fields {
  const fields = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return Object.fromEntries(fields) as Fields
}

type Read<Schemas> = {
  [Name in keyof Schemas]: Schemas[Name] extends FieldSchema ? v.InferOutput<Schemas[Name]> : never
}

/** These fields of the form, as their schemas read them; one that was not sent counts as empty. Throws a FieldError for any that is something else. */
export async function readFields<const Schemas extends Record<string, FieldSchema>>(
  c: Context<ServerEnv>,
  schemas: Schemas,
): Promise<Read<Schemas>> {
  const sent = await readForm(c)
  const read = Object.entries(schemas).map(([name, schema]) => {
    const field = v.safeParse(schema, sent[name] ?? '')
    if (field.success) return [name, field.output]
    throw new FieldError(`The field ${name} is not ${field.issues[0].message}.`)
  })
  return Object.fromEntries(read) as Read<Schemas>
}

async function formOf(c: Context<ServerEnv>, body: { limit: number; hasFile: boolean }): Promise<FormData> {
  const bytes = await readBytes(c.req.raw, { ...body, hold: c.get('hold') })
  return readFormData(bytes, c.req.header('content-type'))
}

/** Parses a positive amount to satang. Null for anything else. */
export function readSatang(text: string | undefined): number | null {
  const amount = parseAmount(text ?? '')
  return amount.ok && amount.satang > 0 ? amount.satang : null
}

/** Parses a whole number within the bounds, written in digits alone. Null for anything else. */
export function readWhole(text: string | undefined, min: number, max: number): number | null {
  const digits = text?.trim() ?? ''
  const whole = Number(digits)
  return /^\d{1,15}$/u.test(digits) && whole >= min && whole <= max ? whole : null
}

/** The operator who submitted the form, for the audit trail. */
export const byOperator = (c: Context<ServerEnv>, { clock }: Pick<AppContext, 'clock'>) => ({
  at: clock.now(),
  actor: 'operator' as const,
  from: {
    address: c.get('address'),
    deviceCookie: undefined,
    userAgent: userAgentOf(c),
  },
})

/**
 * To the page, with its lists where the form's own address has them. `credited`: the ids of the transfers that the message tells the
 * amounts of.
 */
export function backTo(
  c: Context<ServerEnv>,
  page: string,
  flash: FlashCode,
  credited: readonly string[] = [],
): Response {
  const path = placed(page, placesIn(c))
  const joint = path.includes('?') ? '&' : '?'
  const told = credited.map((id) => `&transfer=${id}`).join('')
  return c.redirect(`${path}${joint}flash=${flash}${told}`, 303)
}
