import { type Context, Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { readSetting, type SettingKey } from '../database/settings.ts'
import type { ServerEnv } from '../http/server-env.ts'
import type { FlashCode } from './flash-messages.ts'
import type { Markup } from './markup.ts'
import { showPage } from './page.ts'
import type { RefusedForm, ShowAgain } from './refused-form.ts'
import { saveSetting } from './save-setting.ts'
import { type Filled, type SettingForm, untouched } from './setting-form.ts'

interface SettingPage<Keys extends SettingKey> {
  /** Its address. */
  page: string
  title: string
  forms: { [Key in Keys]: SettingForm<Key> }
  /** `refused`: a form of the page that is of no setting. */
  draw: (
    filled: Record<Keys, Filled>,
    c: Context<ServerEnv>,
    refused?: RefusedForm,
  ) => Markup | Promise<Markup>
}

/** A page of settings, each with a form of its own. */
export function settingPages<Keys extends SettingKey>(
  app: AppContext,
  { page, title, forms, draw }: SettingPage<Keys>,
): { pages: Hono<ServerEnv>; again: ShowAgain } {
  const pages = new Hono<ServerEnv>()
  const keys = Object.keys(forms) as Keys[]

  const look = async <Key extends Keys>(key: Key) => {
    const form: SettingForm<Key> = forms[key]
    return [key, untouched(form.fieldsOf(await readSetting(app.db, key)))] as const
  }

  async function show(
    c: Context<ServerEnv>,
    typed: Partial<Record<Keys, Filled>> = {},
    refusal?: FlashCode,
    refused?: RefusedForm,
  ) {
    const stored = Object.fromEntries(await Promise.all(keys.map(look))) as Record<Keys, Filled>
    return showPage(c, { title, body: await draw({ ...stored, ...typed }, c, refused) }, refusal)
  }

  function addForm<Key extends Keys>(key: Key, form: SettingForm<Key>): void {
    pages.post(form.path, (c) =>
      saveSetting(c, app, {
        ...form,
        page,
        key,
        again: (filled, refusal) => show(c, { [key]: filled } as Partial<Record<Keys, Filled>>, refusal),
      }),
    )
  }

  pages.get('/', (c) => show(c))
  for (const key of keys) addForm(key, forms[key])
  return { pages, again: (c, refused) => show(c, {}, refused.why, refused) }
}
