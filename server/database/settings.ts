import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from './database.ts'
import { settings } from './schema/site.ts'

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const satang = whole

/** What the house may change without a new version, and what holds until somebody does. */
const known = {
  active: v.optional(v.boolean(), true),
  registerOTP: v.optional(v.boolean(), true),
  enableChatWidget: v.optional(v.boolean(), false),
  depositIsManual: v.optional(v.boolean(), false),
  conditions: v.optional(v.string(), ''),
  notice: v.optional(v.string(), ''),
  info: v.optional(v.object({ name: v.string(), website: v.string() }), {
    name: 'Champa',
    website: 'Champa',
  }),
  contact: v.optional(
    v.object({ contactText: v.string(), link: v.string(), name: v.string(), qr: v.string() }),
    { contactText: '', link: '', name: '', qr: '' },
  ),
  withdraw: v.optional(v.object({ min: satang, max: satang }), { min: 10_000, max: 5_000_000 }),
  slip: v.optional(v.object({ enabled: v.boolean(), closedFrom: v.string(), closedUntil: v.string() }), {
    enabled: true,
    closedFrom: '',
    closedUntil: '',
  }),
  qr: v.optional(v.object({ minutes: whole, min: satang, max: satang }), {
    minutes: 10,
    min: 100,
    max: 10_000_000,
  }),
  /** So much paid in at once gives one coin for the wheel; 0 gives none. */
  depositPerCoin: v.optional(satang, 10_000),
  invite: v.optional(v.object({ enabled: v.boolean(), firstDeposit: satang, banners: v.array(v.string()) }), {
    enabled: true,
    firstDeposit: 5_000,
    banners: [],
  }),
  refund: v.optional(
    v.object({
      enabled: v.boolean(),
      percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
      minimum: satang,
      banners: v.array(v.string()),
    }),
    { enabled: true, percent: 5, minimum: 1, banners: [] },
  ),
}

export type SettingKey = keyof typeof known
export type Setting<Key extends SettingKey> = v.InferOutput<(typeof known)[Key]>

/** The setting as the house has it. Throws where what is stored does not fit. */
export async function readSetting<Key extends SettingKey>(db: Database, key: Key): Promise<Setting<Key>> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return v.parse(known[key], row?.value)
}

export async function writeSetting<Key extends SettingKey>(
  db: Database,
  key: Key,
  value: Setting<Key>,
): Promise<void> {
  const row = { value, updatedAt: new Date() }
  await db
    .insert(settings)
    .values({ key, ...row })
    .onConflictDoUpdate({ target: settings.key, set: row })
}
