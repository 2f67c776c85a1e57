import {
  BREAK_HOURS,
  EXCLUSION_MONTHS,
  MAX_CHECK_MINUTES,
  type Setting,
  type SettingKey,
} from '../database/settings.ts'
import { type Fields, readWhole } from './form.ts'
import { filledLines } from './form-fields.ts'
import type { SettingForm } from './setting-form.ts'

type HelpLine = Setting<'helpLines'>[number]

/** Parses whole numbers within the bounds, separated by commas; null if any part is not one, or is there twice. */
function numbersIn(text = '', [min, max]: readonly [number, number]): number[] | null {
  const words = text.split(',').filter((word) => word.trim() !== '')
  const numbers = words.flatMap((word) => readWhole(word, min, max) ?? [])
  return new Set(numbers).size === words.length ? numbers : null
}

const offeredFields = (offered: Setting<'playLimits'>): Fields => ({
  ...Object.fromEntries(
    (['deposit', 'loss', 'time'] as const).map((name) => [name, offered[name] ? 'on' : '']),
  ),
  breakHours: offered.breakHours.join(', '),
  exclusionMonths: offered.exclusionMonths.join(', '),
})

function offeredIn(fields: Fields): Setting<'playLimits'> | null {
  const breakHours = numbersIn(fields['breakHours'], BREAK_HOURS)
  const exclusionMonths = numbersIn(fields['exclusionMonths'], EXCLUSION_MONTHS)
  if (!breakHours || !exclusionMonths) return null
  const isOn = (name: string) => fields[name] === 'on'
  return { deposit: isOn('deposit'), loss: isOn('loss'), time: isOn('time'), breakHours, exclusionMonths }
}

const checkFields = ({ offered, usual }: Setting<'realityChecks'>): Fields => ({
  offered: offered.join(', '),
  usual: String(usual),
})

/** Null unless what is usual is among what is offered. */
function realityChecksIn(fields: Fields): Setting<'realityChecks'> | null {
  const offered = numbersIn(fields['offered'], [0, MAX_CHECK_MINUTES])
  const usual = readWhole(fields['usual'], 0, MAX_CHECK_MINUTES)
  return usual !== null && offered?.includes(usual) ? { offered, usual } : null
}

const lineOf = ({ country, phone, name, hours }: HelpLine): string =>
  [country, phone, name.th, name.la, name.en, hours.th, hours.la, hours.en]
    .map((word) => word ?? '')
    .join(' | ')

const helpFields = (lines: Setting<'helpLines'>): Fields => ({ lines: lines.map(lineOf).join('\n') })

/** As a setting may have it, with three digits or more. */
const isPhone = (text: string) => /^(?=(?:\D*\d){3})\+?[\d -]{3,20}$/u.test(text)

/** Null if a line is not one. */
function helpLinesIn({ lines: text = '' }: Fields): HelpLine[] | null {
  const lines = filledLines(text)
  const found = lines.flatMap((line): HelpLine[] => {
    const [country, phone = '', th, la, en, ...hours] = line.split('|').map((word) => word.trim())
    if ((country !== 'TH' && country !== 'LA') || !isPhone(phone) || !th || hours.length > 3) return []
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

export const limitForms = {
  playLimits: { path: '/', fieldsOf: offeredFields, settingIn: offeredIn },
  realityChecks: { path: '/reality-checks', fieldsOf: checkFields, settingIn: realityChecksIn },
  helpLines: { path: '/help', fieldsOf: helpFields, settingIn: helpLinesIn },
} satisfies { [Key in SettingKey]?: SettingForm<Key> }
