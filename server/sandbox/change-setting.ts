import { isDeepStrictEqual } from 'node:util'
import type { Context } from 'hono'
import { record } from '../auth/audit-trail.ts'
import type { AppContext } from '../context.ts'
import type { Transaction } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { readSetting, type Setting, type SettingKey, writeSetting } from '../database/settings.ts'
import type { ServerEnv } from '../http/server-env.ts'
import type { FlashCode } from './flash-messages.ts'
import { backTo, byOperator } from './form.ts'

type Operator = ReturnType<typeof byOperator>

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

interface Saving<Key extends SettingKey> {
  /** Where the form is. */
  page: string
  key: Key
  /** What the form says; null if the setting cannot be that. */
  value: Setting<Key> | null
  refusal?: FlashCode
}

/** Changes the setting to what its form says, and goes back to the form. */
export async function saveSetting<Key extends SettingKey>(
  c: Context<ServerEnv>,
  app: AppContext,
  { page, key, value, refusal = 'malformed' }: Saving<Key>,
): Promise<Response> {
  if (value === null) return backTo(c, page, refusal)
  await transact(app.db, (tx) => changeSetting(tx, byOperator(c, app), key, value))
  return backTo(c, page, 'saved')
}
