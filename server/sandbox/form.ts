import type { Context } from 'hono'
import { parseAmount } from '#lib/money.ts'
import type { AppContext } from '../context.ts'
import type { ServerEnv } from '../http/server-env.ts'
import type { Said } from './said.ts'

type Request = Context<ServerEnv>

/** The form's texts by name; files and repeated names are left out. */
export async function readForm(c: Request): Promise<Record<string, string>> {
  const form = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

/** Satang, above zero, as typed. Null for anything else. */
export function readSatang(text: string | undefined): number | null {
  const amount = parseAmount(text ?? '')
  return amount.ok && amount.satang > 0 ? amount.satang : null
}

/** Who pressed the console's button, for the audit trail. */
export const byOperator = (c: Request, { clock }: Pick<AppContext, 'clock'>) => ({
  at: clock.now(),
  actor: 'operator' as const,
  from: {
    address: c.get('address'),
    deviceMark: undefined,
    userAgent: c.req.header('user-agent') ?? '',
  },
})

export function backTo(c: Request, path: string, said: Said): Response {
  const joint = path.includes('?') ? '&' : '?'
  return c.redirect(`${path}${joint}said=${said}`, 303)
}
