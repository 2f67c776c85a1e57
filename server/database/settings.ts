import { eq, type SQL, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { Database } from './database.ts'
import { localizedSchema } from './localized.ts'
import { settings } from './schema/site.ts'

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const satang = whole
/** The highest number of times that a setting may ask a deposit to be wagered. */
export const MAX_TIMES = 1000
const times = v.pipe(whole, v.maxValue(MAX_TIMES))
/** The longest that a withdrawal may wait before the bank gets it, in seconds: a day. */
export const MAX_WAIT_SECONDS = 86_400
/** The shortest and the longest break, in hours: the longest is six weeks. */
export const BREAK_HOURS = [2, 24 * 7 * 6] as const
/** The shortest and the longest self-exclusion, in months. */
export const EXCLUSION_MONTHS = [6, 120] as const
/** The most minutes between two reality checks. */
export const MAX_CHECK_MINUTES = 240

const within = ([least, most]: readonly [number, number]) =>
  v.pipe(whole, v.minValue(least), v.maxValue(most))

/** Settings that the operator may change without a release, with their defaults. */
const known = {
  active: v.optional(v.boolean(), true),
  registerOTP: v.optional(v.boolean(), true),
  enableChatWidget: v.optional(v.boolean(), false),
  depositIsManual: v.optional(v.boolean(), false),
  conditions: v.optional(localizedSchema, {}),
  notice: v.optional(localizedSchema, {}),
  info: v.optional(v.object({ name: v.string(), website: v.string() }), {
    name: 'Champa',
    website: 'Champa',
  }),
  contact: v.optional(
    v.object({ contactText: localizedSchema, link: v.string(), name: v.string(), qr: v.string() }),
    { contactText: {}, link: '', name: '', qr: '' },
  ),
  withdraw: v.optional(v.object({ min: satang, max: satang }), { min: 10_000, max: 5_000_000 }),
  /** Satang; a larger withdrawal needs a passkey or a code. 0: none does. */
  withdrawProofAbove: v.optional(satang, 0),
  /**
   * `waitSeconds`: how long a withdrawal waits before the bank gets it, so that its member may cancel it; 0: not at all.
   * `minutes`: what a withdrawal is expected to take while there are too few paid ones to tell; 0: nothing is promised.
   */
  payouts: v.optional(
    v.object({ waitSeconds: v.pipe(whole, v.maxValue(MAX_WAIT_SECONDS)), minutes: whole }),
    {
      waitSeconds: 0,
      minutes: 30,
    },
  ),
  slip: v.optional(v.object({ enabled: v.boolean(), closedFrom: v.string(), closedUntil: v.string() }), {
    enabled: true,
    closedFrom: '',
    closedUntil: '',
  }),
  /**
   * How many files one member (in the chat also one visitor's address) may upload a day, and after how many days files are
   * deleted; 0: never.
   */
  uploads: v.optional(v.object({ slipsPerDay: whole, chatPerDay: whole, keptDays: whole }), {
    slipsPerDay: 50,
    chatPerDay: 200,
    keptDays: 365,
  }),
  /**
   * How many messages one member may write in the chat an hour, and all visitors of one address together a minute and an hour; and how
   * many visitors of an address may begin a conversation an hour. All phones of a mobile network may share one address.
   */
  chat: v.optional(
    v.object({
      memberPerHour: whole,
      visitorsPerMinute: whole,
      visitorsPerHour: whole,
      newVisitorsPerHour: whole,
    }),
    { memberPerHour: 120, visitorsPerMinute: 30, visitorsPerHour: 200, newVisitorsPerHour: 60 },
  ),
  /** After how many days messages of the chat, and the SMS that the sandbox shows, are deleted; 0: never. */
  messages: v.optional(v.object({ chatDays: whole, smsDays: whole }), { chatDays: 365, smsDays: 90 }),
  qr: v.optional(v.object({ minutes: whole, min: satang, max: satang }), {
    minutes: 10,
    min: 100,
    max: 10_000_000,
  }),
  /**
   * Rules that keep money which is only deposited and withdrawn from earning anything. `inviteMinimum`: the first deposit
   * (satang) by which an inviter earns; by default twice the reward, and large enough to be withdrawn at once. The others: how
   * many times a deposit must be wagered in games before the inviter earns, before it earns coins, and before the member may
   * withdraw; 0 for no rule.
   */
  depositTerms: v.optional(
    v.object({
      inviteMinimum: satang,
      inviteTurnoverTimes: times,
      coinTurnoverTimes: times,
      withdrawTurnoverTimes: times,
    }),
    { inviteMinimum: 10_000, inviteTurnoverTimes: 1, coinTurnoverTimes: 1, withdrawTurnoverTimes: 0 },
  ),
  /** Satang deposited per coin for the wheel; 0 gives none. */
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
  /**
   * The protection that a member may choose: limits of deposits and losses, breaks of so many hours, self-exclusions of so many months.
   * A chosen one stays in force where it is no longer offered.
   */
  playLimits: v.optional(
    v.object({
      deposit: v.boolean(),
      loss: v.boolean(),
      time: v.optional(v.boolean(), true),
      breakHours: v.array(within(BREAK_HOURS)),
      exclusionMonths: v.array(within(EXCLUSION_MONTHS)),
    }),
    {
      deposit: true,
      loss: true,
      time: true,
      breakHours: [24, 72, 168, 336, 1008],
      exclusionMonths: [6, 12, 24, 60],
    },
  ),
  /** The minutes of play after which members may be asked whether to go on (0 is never), and those for a member who has not chosen. */
  realityChecks: v.optional(
    v.object({
      offered: v.pipe(v.array(within([0, MAX_CHECK_MINUTES])), v.minLength(1)),
      usual: within([0, MAX_CHECK_MINUTES]),
    }),
    { offered: [0, 15, 30, 60], usual: 60 },
  ),
  /** The lines that members may call for help, by country. */
  helpLines: v.optional(
    v.array(
      v.object({
        country: v.picklist(['TH', 'LA']),
        name: localizedSchema,
        phone: v.pipe(v.string(), v.regex(/^\+?[\d -]{3,20}$/u)),
        hours: localizedSchema,
      }),
    ),
    [
      {
        country: 'TH',
        name: {
          th: 'สายด่วนสุขภาพจิต กรมสุขภาพจิต',
          la: 'ສາຍດ່ວນສຸຂະພາບຈິດ ກົມສຸຂະພາບຈິດ (ໄທ)',
          en: 'Mental health hotline, Department of Mental Health',
        },
        phone: '1323',
        hours: { th: '24 ชั่วโมง', la: '24 ຊົ່ວໂມງ', en: '24 hours' },
      },
      {
        country: 'LA',
        name: { th: 'รถพยาบาลฉุกเฉิน (ลาว)', la: 'ລົດສຸກເສີນ', en: 'Ambulance (Laos)' },
        phone: '1195',
        hours: { th: '24 ชั่วโมง', la: '24 ຊົ່ວໂມງ', en: '24 hours' },
      },
    ],
  ),
}

export type SettingKey = keyof typeof known
export type Setting<Key extends SettingKey> = v.InferOutput<(typeof known)[Key]>

export const settingKeys = Object.keys(known) as SettingKey[]

/** The setting's value where the operator has set nothing. */
export const defaultOf = <Key extends SettingKey>(key: Key): Setting<Key> => v.parse(known[key], undefined)

/** The setting's current value. Throws if the stored value is invalid. */
export async function readSetting<Key extends SettingKey>(db: Database, key: Key): Promise<Setting<Key>> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, key))
  return v.parse(known[key], row?.value)
}

/** A setting as it is stored, for a query that asks for something else too; `settingOf` reads it. */
export const storedSetting = (key: SettingKey): SQL => sql`(select value from settings where key = ${key})`

export const settingOf = <Key extends SettingKey>(key: Key, stored: unknown): Setting<Key> =>
  v.parse(known[key], stored ?? undefined)

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
