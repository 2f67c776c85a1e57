import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { listBonuses } from '#api/contract/bonus.ts'
import { chatHistory } from '#api/contract/chat.ts'
import { listCoupons } from '#api/contract/spinwheel.ts'
import type { Database } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import type { Client, TestApp } from '../http/test-app.ts'
import { excessOf, openFilled } from '../http/test-plans.ts'
import { READ_ROWS } from './listed.ts'
import { unsaidList } from './waiting-lists.ts'

/** As many as in use with LONG=1; so many have the same plans sooner. */
const ROWS = process.env['LONG'] === '1' ? 200_000 : 20_000
/** The member's own: the chat, coupons that wait, a bonus received. */
const OWN = 20
/** One more than is shown. */
const LONGEST_PAGE = 101

const longTables = [
  'bonus_receipts',
  'chat_messages',
  'chat_rooms',
  'coupons',
  'game_results',
  'incoming_transfers',
  'member_bank_accounts',
  'paid_twice',
  'qr_codes',
  'sandbox_transfers',
  'slips',
  'sms_messages',
  'spins',
  'true_links',
  'withdrawals',
]

/** Rows of every table that a list of the console, the chat or the rewards reads; those of the past are over, some wait. */
async function fill(db: Database, member: string): Promise<void> {
  const other = await addMember(db)
  const isOwn = sql`n % ${sql.raw(String(ROWS / OWN))} = 0`
  const owner = sql`case when ${isOwn} then ${member} else ${other} end`
  const numbers = sql`from generate_series(1, ${ROWS}) n`
  const time = sql`now() - n * interval '1 minute'`
  const statuses = (waiting: string, ...over: string[]) =>
    sql`case when n % ${sql.raw(String(ROWS / 4))} = 0 then ${waiting} else (array[${sql.raw(over.map((one) => `'${one}'`).join(', '))}])[n % ${sql.raw(String(over.length))} + 1] end`
  const rows: SQL[] = [
    sql`insert into chat_rooms (room, last_seq, last_at, agent_read_seq, customer_read_seq, claimed_by, waits_since)
      select 'room' || n, 1, ${time}, 1, 1, case when n % 2 = 0 then ${other} end, case when n % 500 = 1 then ${time} end ${numbers}`,
    sql`insert into chat_rooms (room, last_seq, last_at, agent_read_seq, customer_read_seq)
      values (${member}, ${ROWS}, now(), ${ROWS}, ${ROWS})`,
    sql`insert into chat_messages (room, seq, client_id, sender, message, session_id, created_at)
      select ${member}, n, n, 'agent', '{"message_type":"text","payload":{"message":"hello"}}', '', now() - (${ROWS} - n) * interval '1 minute' ${numbers}`,
    sql`insert into spins (id, member_id, wheel_id, slice_code, remaining_coin, created_at)
      select gen_random_uuid(), ${owner}, (select id from spin_wheels limit 1), 'B5', 0, ${time} ${numbers}`,
    sql`insert into coupons (member_id, slice_code, label, name, amount, status, created_at)
      select ${owner}, 'B5', '{}', '{}', 500, case when ${isOwn} then 'claimable' else 'claimed' end, ${time} ${numbers}`,
    sql`insert into coupons (member_id, slice_code, label, name, amount, status, created_at)
      select ${member}, 'B5', '{}', '{}', 500, 'claimed', ${time} ${numbers}`,
    sql`insert into game_results (member_id, game_code, amount, act, created_at)
      select ${owner}, 'PG', 1, 'result' || n, ${time} ${numbers}`,
    sql`insert into game_accounts (member_id, game_code, username, password)
      select m, 'PG', m, '' from unnest(array[${member}, ${other}]) m`,
    sql`insert into user_bonuses (member_id, bonus_code, is_active)
      select m, 'DAILY', false from unnest(array[${member}, ${other}]) m`,
    sql`insert into bonus_receipts (user_bonus_id, amount, updated_at)
      select (select id from user_bonuses where member_id = ${member}), 1, ${time} ${numbers} limit ${OWN}`,
    sql`insert into bonus_receipts (user_bonus_id, amount, updated_at)
      select (select id from user_bonuses where member_id = ${other}), 1, ${time} ${numbers}`,
    sql`insert into sms_messages (phone, text, created_at) select '', '', ${time} ${numbers}`,
    sql`insert into qr_codes (member_id, channel, amount, reference, payload, status, expires_at, created_at)
      select ${owner}, 'KBANK', 1, n, '', ${statuses('late', 'paid', 'cancelled', 'expired')}, ${time}, ${time} ${numbers}`,
    sql`insert into withdrawals (member_id, amount, bank_code, bank_account_no, bank_account_name, status, contradicted_at, noted_at, created_at)
      select ${owner}, 1, '', '', '', ${statuses('pending', 'settled', 'refused')}, case when n % 100 = 1 then ${time} end,
        case when n % 100 = 1 and n % 1000 > 1 then ${time} end, ${time} ${numbers}`,
    sql`insert into slips (member_id, reference, file_path, file_hash, content_type, size, status, created_at)
      select ${owner}, n, '', '', '', 1, ${statuses('PENDING', 'SUCCESS', 'FAILED')}, ${time} ${numbers}`,
    sql`insert into true_links (code_hash, member_id, wallet_account_name, status, created_at)
      select lpad(n::text, 43, '0'), ${owner}, '', ${statuses('PENDING', 'SUCCESS', 'FAILED')}, ${time} ${numbers}`,
    sql`insert into sandbox_transfers (channel, bank_no, bank_reference, amount, from_bank, from_account, from_name, to_account, paid_at, created_at)
      select '', '014', n, 1, '', '', '', '', ${time}, ${time} ${numbers}`,
    sql`insert into incoming_transfers (channel, source, reference, sender_bank, bank_reference, amount, member_id, credited_at, suspected_at, created_at)
      select '', 'feed', n, '014', n, n, ${owner}, case when n % ${sql.raw(String(ROWS / 4))} > 0 then ${time} end, ${time}, ${time} ${numbers}`,
    sql`insert into member_bank_accounts (member_id, bank_code, account_no, account_name, currency, valid_from)
      select ${other}, '', n, '', case when n % ${sql.raw(String(ROWS / 4))} > 0 then 'LAK' end, ${time} ${numbers}`,
    // Many more than ever will be, most of them noted.
    sql`insert into paid_twice (own_id, bank_id, reported_at, noted_at)
      select own.id, bank.id, own.created_at, case when own.amount % 1000 > 1 then own.created_at end
      from incoming_transfers own join incoming_transfers bank on bank.amount = own.amount + 1 where own.amount % 2 = 1`,
  ]
  for (const insert of rows)
    await transact(db, async (tx) => {
      // What each row refers to is there: looking it up would take half of the time.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(insert)
    })
  await db.execute(sql`vacuum analyze`)
}

const page =
  (path: string) =>
  async ({ app }: TestApp) => {
    const { status } = await app.request(`/sandbox${path}`)
    expect(status).toBe(200)
  }

/** The page where each of these lists begins after the row that has waited longest. */
const laterPart = (path: string, ids: Record<string, SQL>) => async (app: TestApp) => {
  const rows = Object.entries(ids).map(async ([list, id]) => {
    const { rows: found } = await app.db.execute<{ id: string }>(id)
    return `${list}=${found[0]?.id}`
  })
  await page(`${path}?${(await Promise.all(rows)).join('&')}`)(app)
}

/** The console's page of the member's room. */
const ofRoom = (part: string) => async (app: TestApp) => {
  const { rows } = await app.db.execute<{ room: string }>(
    sql`select room from chat_rooms where last_seq = ${ROWS}`,
  )
  await page(`/chat/${rows[0]?.room}${part}`)(app)
}

const history = (asked: object) => (_: TestApp, request: Client) =>
  request(chatHistory, { body: { limit: OWN, skip: 0, ...asked } })

/** How many rows each reads at most, and its call. */
const lists: Record<string, [rows: number, call: (app: TestApp, request: Client) => Promise<unknown>]> = {
  'the console’s first page': [READ_ROWS, page('')],
  'slips and gifts on the console': [READ_ROWS, page('/slips')],
  'later parts of the first page': [
    READ_ROWS,
    laterPart('', {
      suspected: sql`select id from incoming_transfers where credited_at is null order by suspected_at limit 1`,
      contradicted: sql`select id from withdrawals where contradicted_at is not null and noted_at is null order by contradicted_at limit 1`,
      twice: sql`select id from paid_twice where noted_at is null order by reported_at limit 1`,
      qr: sql`select id from qr_codes where status = 'late' order by expires_at limit 1`,
      withdrawals: sql`select id from withdrawals where status = 'pending' order by created_at limit 1`,
    }),
  ],
  'later parts of slips and gifts': [
    READ_ROWS,
    laterPart('/slips', {
      slips: sql`select id from slips where status = 'PENDING' order by created_at limit 1`,
      gifts: sql`select code_hash as id from true_links where status = 'PENDING' order by created_at limit 1`,
    }),
  ],
  // Only the Lao site shows them.
  'bank accounts of unknown currency': [READ_ROWS, ({ db }) => unsaidList(db)],
  'later parts of the bank accounts of unknown currency': [
    READ_ROWS,
    async ({ db }) => {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from member_bank_accounts where currency is null order by valid_from limit 1`,
      )
      await unsaidList(db, String(rows[0]?.id))
    },
  ],
  'spins on the console': [READ_ROWS, page('/wheel')],
  'a game’s results on the console': [READ_ROWS, page('/games/PG')],
  // Every second room is closed, and is not in the list's index.
  'rooms on the console': [LONGEST_PAGE, page('/chat')],
  'later parts of the rooms that wait': [
    LONGEST_PAGE,
    laterPart('/chat', {
      rooms: sql`select room as id from chat_rooms where waits_since is not null order by waits_since limit 1`,
    }),
  ],
  'messages far back on the console': [LONGEST_PAGE, ofRoom(`?before=${ROWS / 2}`)],
  'the newest messages of the chat': [OWN, history({})],
  'messages far back in the chat': [OWN, history({ before: ROWS / 2 })],
  'messages after a gap': [OWN, history({ after: ROWS / 2 })],
  'the coupons': [OWN, (_, request) => request(listCoupons)],
  'the bonuses': [OWN, (_, request) => request(listBonuses)],
}

describeOnOne(`lists among ${ROWS} rows`, (open) => {
  let filled: Awaited<ReturnType<typeof openFilled>>
  beforeAll(async () => {
    filled = await openFilled(open, fill, { seeded: true })
  }, 300_000)

  test.each(Object.entries(lists))(
    '%s: no row beyond what is shown is read or sorted',
    async (_, [rows, list]) => {
      const { app, db, request, asked } = filled
      asked.length = 0
      await list(app, request)
      expect(await excessOf(db, asked, longTables, rows, true)).toEqual([])
    },
  )
})
