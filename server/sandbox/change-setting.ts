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
import { byOperator } from './form.ts'

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
