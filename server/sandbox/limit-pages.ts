import { desc, eq, gt } from 'drizzle-orm'
import { Hono } from 'hono'
import type { AppContext } from '../context.ts'
import type { Database } from '../database/database.ts'
import { playBreaks } from '../database/schema/limits.ts'
import { members } from '../database/schema/members.ts'
import { readSetting, type Setting } from '../database/settings.ts'
import type { ServerEnv } from '../http/server-env.ts'
import { saveSetting } from './change-setting.ts'
import { readForm } from './form.ts'
import { MAX_ROWS } from './lists.ts'
import { markup, section, showTime, table } from './markup.ts'
import { showPage } from './page.ts'

const HERE = '/sandbox/limits'

type Offered = Setting<'playLimits'>
type HelpLine = Setting<'helpLines'>[number]

/** The breaks that members have now, the one that ends last first. */
const breakList = (db: Database, now: Date) =>
  db
    .select({
      phone: members.username,
      kind: playBreaks.kind,
      startsAt: playBreaks.startsAt,
      endsAt: playBreaks.endsAt,
    })
    .from(playBreaks)
    .innerJoin(members, eq(members.id, playBreaks.memberId))
    .where(gt(playBreaks.endsAt, now))
    .orderBy(desc(playBreaks.endsAt))
    .limit(MAX_ROWS)

/** Parses whole numbers within the bounds, separated by commas; null if any part is not one. */
function numbersIn(text: string, min: number, max: number): number[] | null {
  const words = text.split(',').map((word) => word.trim())
  const numbers = words.filter((word) => word !== '').map(Number)
  return numbers.every((one) => Number.isInteger(one) && one >= min && one <= max) ? numbers : null
}

/** The longest break is six weeks, and the shortest self-exclusion six months. */
function offeredIn(fields: Record<string, string>): Offered | null {
  const breakHours = numbersIn(fields['breakHours'] ?? '', 2, 24 * 7 * 6)
  const exclusionMonths = numbersIn(fields['exclusionMonths'] ?? '', 6, 120)
  if (!breakHours || !exclusionMonths) return null
  const isOn = (name: string) => fields[name] === 'on'
  return { deposit: isOn('deposit'), loss: isOn('loss'), time: isOn('time'), breakHours, exclusionMonths }
}

/** Null unless what is usual is among what is offered. */
function realityChecksIn(fields: Record<string, string>): Setting<'realityChecks'> | null {
  const offered = numbersIn(fields['offered'] ?? '', 0, 240)
  const usual = Number(fields['usual'])
  return offered?.includes(usual) ? { offered, usual } : null
}

const lineOf = ({ country, phone, name, hours }: HelpLine): string =>
  [country, phone, name.th, name.la, name.en, hours.th, hours.la, hours.en]
    .map((word) => word ?? '')
    .join(' | ')

/** Null if a line is not one. */
function helpLinesIn(text: string): HelpLine[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const found = lines.flatMap((line): HelpLine[] => {
    const [country, phone = '', th, la, en, ...hours] = line.split('|').map((word) => word.trim())
    if ((country !== 'TH' && country !== 'LA') || !/^\+?[\d -]{3,20}$/u.test(phone) || !th) return []
    const [hoursTh = '', hoursLa = hoursTh, hoursEn = hoursTh] = hours
    return [
      {
        country,
        phone,
        name: { th, la: la || th, en: en || th },
        hours: { th: hoursTh, la: hoursLa, en: hoursEn },
      },
    ]
  })
  return found.length === lines.length ? found : null
}

/** What limits and breaks the house offers, whom members may call, and who has a break. Nobody ends one here. */
export function limitPages(app: AppContext): Hono<ServerEnv> {
  const { db, clock } = app
  const pages = new Hono<ServerEnv>()

  pages.get('/', async (c) => {
    const offered = await readSetting(db, 'playLimits')
    const checks = await readSetting(db, 'realityChecks')
    const lines = await readSetting(db, 'helpLines')
    const breaks = await breakList(db, clock.now())
    const body = markup`${section(
      'breaks',
      'Breaks',
      table(
        'Members who have a break now',
        ['Phone', 'Kind', 'Since', 'Until'],
        breaks.map(
          ({ phone, kind, startsAt, endsAt }) =>
            markup`<tr><td>${phone}</td><td>${kind === 'exclusion' ? 'Self-exclusion' : 'Break'}</td><td>${showTime(startsAt)}</td><td>${showTime(endsAt)}</td></tr>`,
        ),
        'Nobody has a break.',
      ),
    )}
      ${section(
        'offered',
        'What members may set themselves',
        markup`<p>What was set stays in force where it is no longer offered.</p>
        <form method="post" action="${HERE}">
          <label><input type="checkbox" name="deposit" ${offered.deposit ? markup`checked` : ''} /> Limits of deposits</label>
          <label><input type="checkbox" name="loss" ${offered.loss ? markup`checked` : ''} /> Limits of losses</label>
          <label><input type="checkbox" name="time" ${offered.time ? markup`checked` : ''} /> Limits of the time at play</label>
          <label>Breaks, in hours (2 to 1008) <input name="breakHours" autocomplete="off" value="${offered.breakHours.join(', ')}" /></label>
          <label>Self-exclusions, in months (6 to 120) <input name="exclusionMonths" autocomplete="off" value="${offered.exclusionMonths.join(', ')}" /></label>
          <button>Save</button>
        </form>`,
      )}
      ${section(
        'reality',
        'Reality checks',
        markup`<p>After so many minutes of play the app asks whether to go on. 0 is never: leave it out to have everybody asked.</p>
        <form method="post" action="${HERE}/reality-checks">
          <label>Minutes to choose from (0 to 240) <input name="offered" autocomplete="off" value="${checks.offered.join(', ')}" /></label>
          <label>For who has not chosen <input name="usual" inputmode="numeric" autocomplete="off" value="${checks.usual}" /></label>
          <button>Save</button>
        </form>`,
      )}
      ${section(
        'help',
        'Whom to call for help',
        markup`<p>One a line: TH or LA | phone | name in Thai | in Lao | in English | hours in Thai | in Lao | in English.</p>
        <form method="post" action="${HERE}/help">
          <label>Lines <textarea name="lines" rows="6">${lines.map(lineOf).join('\n')}</textarea></label>
          <button>Save</button>
        </form>`,
      )}`
    return showPage(c, { title: 'Limits', body })
  })

  pages.post('/', async (c) => {
    const value = offeredIn(await readForm(c))
    return saveSetting(c, app, { page: HERE, key: 'playLimits', value })
  })

  pages.post('/reality-checks', async (c) => {
    const value = realityChecksIn(await readForm(c))
    return saveSetting(c, app, { page: HERE, key: 'realityChecks', value })
  })

  pages.post('/help', async (c) => {
    const value = helpLinesIn((await readForm(c))['lines'] ?? '')
    return saveSetting(c, app, { page: HERE, key: 'helpLines', value })
  })

  return pages
}
