import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'
import { defaultOf, type Setting } from '../database/settings.ts'
import { bankRows } from './bank-list.ts'
import { depositAccountRows } from './sandbox-deposit-accounts.ts'
import { gameRows } from './sandbox-games.ts'
import { bonusRows, promotionRows, rewardSettings, sliceRows, wheelName } from './sandbox-rewards.ts'
import { contactPlaces, siteTexts } from './site-texts.ts'

interface FirstSetting {
  key: 'payouts'
  value: Setting<'payouts'>
}

type Where = Pick<Config, 'country' | 'laos' | 'sandbox'>

/**
 * All rows and texts that a start may add to the database. Everything seeded is read from here, so that its version covers it.
 */
export function seedData({ country, laos, sandbox }: Where) {
  return {
    banks: bankRows,
    info: defaultOf('info'),
    texts: siteTexts(country),
    sandbox: sandbox ? sandboxData(laos, contactPlaces[country]) : undefined,
  }
}

function sandboxData(laos: boolean, contact: (typeof contactPlaces)[keyof typeof contactPlaces]) {
  return {
    contact,
    games: gameRows(),
    bonuses: bonusRows(),
    promotions: promotionRows,
    /** Of a new database alone: a minute in which a withdrawal can be cancelled. */
    firstSettings: [{ key: 'payouts', value: { waitSeconds: 60, minutes: 30 } }] satisfies FirstSetting[],
    settings: [...rewardSettings, { key: 'enableChatWidget', value: true }],
    depositAccounts: depositAccountRows(laos, bankName),
    wheelName,
    slices: sliceRows(),
  }
}

export type SeedData = ReturnType<typeof seedData>

/** Changes with the data: a database seeded with other data is seeded again. */
export function seedVersion(data: SeedData): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 12)
}

function bankName(code: string): { nameTH: string; nameEN: string } {
  const bank = bankRows.find((row) => row.code === code)
  return { nameTH: bank?.nameTH ?? code, nameEN: bank?.nameEN ?? code }
}
