import { isDeepStrictEqual } from 'node:util'
import { record } from '../auth/audit-trail.ts'
import type { Transaction } from '../database/database.ts'
import { readSetting, type Setting, type SettingKey, writeSetting } from '../database/settings.ts'
import type { byOperator } from './form.ts'

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
