import type { Context } from 'hono'
import type { AppContext } from '../context.ts'
import { readSetting, type SettingKey } from '../database/settings.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { change, changeSetting } from './change-setting.ts'
import { backTo, readForm } from './form.ts'
import { type Filled, filledBy, type SettingForm } from './setting-form.ts'

interface Saving<Key extends SettingKey> extends SettingForm<Key> {
  /** Where the form is. */
  page: string
  key: Key
  /** Shows the form again, with what was typed in it. */
  again: (filled: Filled, refusal: 'stale' | 'malformed') => Response | Promise<Response>
}

/** Changes what somebody has typed in the setting's form, and goes back to the form. All that was typed is saved, or nothing. */
export async function saveSetting<Key extends SettingKey>(
  c: Context<ServerEnv>,
  app: AppContext,
  { page, key, fieldsOf, settingIn, again }: Saving<Key>,
): Promise<Response> {
  const sent = await readForm(c)
  const refused = await change(c, app, async (tx, operator) => {
    const filled = filledBy(sent, fieldsOf(await readSetting(tx, key)))
    const { stored, typed, stale } = filled
    if (stale.length > 0) return { filled, refusal: 'stale' as const }
    if (Object.keys(typed).length === 0) return null
    const value = settingIn({ ...stored, ...typed })
    if (value === null) return { filled, refusal: 'malformed' as const }
    await changeSetting(tx, operator, key, value)
    return null
  })
  return refused ? again(refused.filled, refused.refusal) : backTo(c, page, 'saved')
}
