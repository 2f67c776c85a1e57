import type { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { limitForms } from './limit-fields.ts'
import { breakSection, checkSection, helpSection, offeredSection } from './limit-view.ts'
import { breakList } from './lists.ts'
import { markup } from './markup.ts'
import { placesIn } from './places.ts'
import { settingPages } from './setting-pages.ts'

/** What limits and breaks the house offers, whom members may call, and who has a break. Nobody ends one here. */
export const limitPages = (app: AppContext): Hono<ServerEnv> =>
  settingPages(app, {
    page: '/sandbox/limits',
    title: 'Limits',
    forms: limitForms,
    draw: async ({ playLimits, realityChecks, helpLines }, c) => {
      const places = placesIn(c)
      return markup`${breakSection(await breakList(app.db, app.clock.now(), places.breaks), places)}
        ${offeredSection(playLimits, places)} ${checkSection(realityChecks, places)} ${helpSection(helpLines, places)}`
    },
  }).pages
