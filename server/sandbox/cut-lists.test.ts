import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { transact } from '../database/query.ts'
import { sandboxTransfers } from '../database/schema/deposits.ts'
import { addMember, describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'

const OLDER = 'Older ones are not shown.'
const WAIT = '31 wait; 30 of them are shown, the oldest first.'

/** The id of a side of the `n`th transfer that was paid twice. */
const uuidOf = (side: string) => sql`md5(${side}::text || n)::uuid`

/** A list: where it is, how many rows it shows, what it says of more, and the insert of a row for each `n`. */
const lists: Record<string, [path: string, max: number, more: string, insert: SQL]> = {
  'SMS sent': ['', 30, OLDER, sql`insert into sms_messages (phone, text) select '', ''`],
  'Transfers that the banks have seen': [
    '',
    30,
    OLDER,
    sql`insert into sandbox_transfers (channel, bank_no, bank_reference, amount, from_bank, from_account, from_name, to_account, paid_at)
      select '', '014', n, 1, '', '', '', '', now()`,
  ],
  'QR codes': [
    '',
    30,
    OLDER,
    sql`insert into qr_codes (member_id, channel, amount, reference, payload, status, expires_at)
      select 'M1', 'KBANK', 1, n, '', 'paid', now()`,
  ],
  'Transfers of nobody here': [
    '',
    30,
    WAIT,
    sql`insert into incoming_transfers (channel, source, reference, amount) select '', 'feed', n, 1000 + n`,
  ],
  'Transfers that may be credited already': [
    '',
    30,
    WAIT,
    sql`insert into incoming_transfers (channel, source, reference, amount, member_id, suspected_at)
      select '', 'feed', 'suspected' || n, 2000 + n, 'M1', now()`,
  ],
  'Transfers that were paid twice': [
    '',
    30,
    WAIT,
    sql`insert into paid_twice (own_id, bank_id, reported_at) select ${uuidOf('own')}, ${uuidOf('bank')}, now()`,
  ],
  'Transfers that a game provider did not cancel': [
    '',
    30,
    WAIT,
    sql`insert into provider_transfers (member_id, operation_id, status, moves, taken, destination, reply, stuck_at)
      select 'M1', n, 'cancelling', '[]', '{}', 'PG', '', now()`,
  ],
  Withdrawals: [
    '',
    30,
    OLDER,
    sql`insert into withdrawals (member_id, amount, bank_code, bank_account_no, bank_account_name, status)
      select 'M1', 1, '', '', '', 'settled'`,
  ],
  'Payouts that the bank contradicts': [
    '',
    30,
    WAIT,
    sql`insert into withdrawals (member_id, amount, bank_code, bank_account_no, bank_account_name, status, contradicted_at)
      select 'M1', 1, '', '', '', 'settled', now()`,
  ],
  Slips: [
    '/slips',
    30,
    OLDER,
    sql`insert into slips (member_id, reference, file_path, file_hash, content_type, size, status)
      select 'M1', n, '', '', '', 1, 'FAILED'`,
  ],
  'Gift links': [
    '/slips',
    30,
    OLDER,
    sql`insert into true_links (code_hash, member_id, wallet_account_name, status) select n, 'M1', '', 'FAILED'`,
  ],
  Spins: [
    '/wheel',
    30,
    OLDER,
    sql`insert into spins (id, member_id, wheel_id, slice_code, remaining_coin)
      select gen_random_uuid(), 'M1', (select id from spin_wheels limit 1), 'B5', 0`,
  ],
  Breaks: [
    '/limits',
    30,
    '31 have one; 30 of them are shown, the one that ends soonest first.',
    sql`insert into play_breaks (member_id, kind, starts_at, ends_at) select 'M1', 'break', now(), now() + interval '1 year'`,
  ],
  Rooms: [
    '/chat',
    100,
    OLDER,
    sql`insert into chat_rooms (room, last_seq, last_at) select 'room' || n, 1, now()`,
  ],
  'Chat with room1': [
    '/chat/room1',
    100,
    OLDER,
    sql`insert into chat_messages (room, seq, client_id, sender, message, session_id)
      select 'room1', n, n, 'agent', '{"message_type":"text","payload":{"text":"hello"}}', ''`,
  ],
  'Rows found': [
    '/statement',
    30,
    OLDER,
    sql`insert into statements (member_id, type, amount, status, reference) select 'M1', 'deposit', 1, 'SUCCESS', 'MANY'`,
  ],
}

describeOnOne('a list of the console', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
    await addMember(server.db, { id: 'M1' })
    await server.db.delete(sandboxTransfers)
    for (const side of ['own', 'bank'])
      await insert(
        sql`insert into incoming_transfers (id, channel, source, reference, amount, member_id, credited_at)
          select ${uuidOf(side)}, '', 'feed', ${side}::text || n, 3000 + n, 'M1', now()`,
        1,
        31,
      )
  })

  const insert = (row: SQL, from: number, to: number) =>
    transact(server.db, async (tx) => {
      await tx.execute(sql`${row} from generate_series(${from}::int, ${to}::int) n`)
    })
  const look = async (path: string) =>
    path === '/statement'
      ? (await server.submitForm(path, { part: 'MANY' })).page
      : (await server.app.request(`/sandbox${path}`)).text()
  /** The part of the page that has this name, to the next one's. */
  const partOf = (page: string, name: string) => {
    const [, part = ''] = page
      .split(new RegExp(`(?:<h2[^>]*>|aria-label=")${name}(?:</h2>|")`, 'u'))
      .slice(-2)
    return part.split('<section')[0]
  }

  test.each(Object.entries(lists))(
    '%s: says when it shows only a part',
    async (name, [path, max, more, row]) => {
      await insert(row, 1, max)
      expect(partOf(await look(path), name)).not.toContain(more)
      await insert(row, max + 1, max + 1)
      expect(partOf(await look(path), name)).toContain(more)
    },
  )
})
