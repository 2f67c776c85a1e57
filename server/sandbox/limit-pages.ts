import { type Context, Hono } from 'hono'
import type { AppContext } from '../context.ts'
import { readSetting } from '../database/settings.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { saveSetting } from './change-setting.ts'
import { type Fields, readForm } from './form.ts'
import {
  checkFields,
  helpFields,
  helpLinesIn,
  offeredFields,
  offeredIn,
  realityChecksIn,
} from './limit-fields.ts'
import { breakSection, checkSection, helpSection, offeredSection } from './limit-view.ts'
import { breakList } from './lists.ts'
import { markup } from './markup.ts'
import { showPage } from './page.ts'

const HERE = '/sandbox/limits'

/** What was typed in a form, by the setting that it changes. */
type Typed = Partial<Record<'playLimits' | 'realityChecks' | 'helpLines', Fields>>

/** What limits and breaks the house offers, whom members may call, and who has a break. Nobody ends one here. */
export function limitPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock } = app
  const pages = new Hono<ServerEnv>()

  async function show(c: Context<ServerEnv>, typed: Typed = {}) {
    const { playLimits, realityChecks, helpLines } = {
      playLimits: offeredFields(await readSetting(db, 'playLimits')),
      realityChecks: checkFields(await readSetting(db, 'realityChecks')),
      helpLines: helpFields(await readSetting(db, 'helpLines')),
      ...typed,
    }
    const body = markup`${breakSection(await breakList(db, clock.now()))} ${offeredSection(playLimits)}
      ${checkSection(realityChecks)} ${helpSection(helpLines)}`
    const isRefused = Object.keys(typed).length > 0
    return showPage(c, { title: 'Limits', body }, isRefused ? 'malformed' : undefined)
  }

  pages.get('/', (c) => show(c))

  pages.post('/', async (c) => {
    const fields = await readForm(c)
    const again = () => show(c, { playLimits: fields })
    return saveSetting(c, app, { page: HERE, key: 'playLimits', value: offeredIn(fields), again })
  })

  pages.post('/reality-checks', async (c) => {
    const fields = await readForm(c)
    const again = () => show(c, { realityChecks: fields })
    return saveSetting(c, app, { page: HERE, key: 'realityChecks', value: realityChecksIn(fields), again })
  })

  pages.post('/help', async (c) => {
    const fields = await readForm(c)
    const again = () => show(c, { helpLines: fields })
    return saveSetting(c, app, { page: HERE, key: 'helpLines', value: helpLinesIn(fields), again })
  })

  return pages
}
