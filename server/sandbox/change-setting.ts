import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Context } from 'hono'
import { record } from '../auth/audit-trail.ts'
import type { AppContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { CHANGING_SETTINGS } from '../database/advisory-locks.ts'
import { transact } from '../database/query.ts'
import { readSetting, type Setting, type SettingKey, writeSetting } from '../database/settings.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { backTo, byOperator } from './form.ts'

export type Operator = ReturnType<typeof byOperator>

/** Records in the audit trail what an operator changed; nothing if it is unchanged. */
export async function recordChange(
  tx: Transaction,
  operator: Operator,
  subject: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  if (isDeepStrictEqual(before, after)) return
  await record(tx, { ...operator, kind: 'setting-changed', subject, before, after })
}

export async function changeSetting<Key extends SettingKey>(
  tx: Transaction,
  operator: Operator,
  key: Key,
  value: Setting<Key>,
): Promise<void> {
  await recordChange(tx, operator, key, await readSetting(tx, key), value)
  await writeSetting(tx, key, value)
}

/** Changes settings or texts of the site. Operators do so one after another: none writes over what another has changed unseen. */
export const change = <T>(
  c: Context<ServerEnv>,
  app: AppContext,
  work: (tx: Transaction, operator: Operator) => Promise<T>,
): Promise<T> =>
  transact(app.db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${CHANGING_SETTINGS})`)
    return work(tx, byOperator(c, app))
  })

interface Saving<Key extends SettingKey> {
  /** Where the form is. */
  page: string
  key: Key
  /** What the form says; null if the setting cannot be that. */
  value: Setting<Key> | null
  /** Shows the form again, with what was typed in it. */
  again: () => Response | Promise<Response>
}

/** Changes the setting to what its form says, and goes back to the form. */
export async function saveSetting<Key extends SettingKey>(
  c: Context<ServerEnv>,
  app: AppContext,
  { page, key, value, again }: Saving<Key>,
): Promise<Response> {
  if (value === null) return again()
  await change(c, app, (tx, operator) => changeSetting(tx, operator, key, value))
  return backTo(c, page, 'saved')
}
