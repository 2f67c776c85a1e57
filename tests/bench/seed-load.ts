import { sql } from 'drizzle-orm'
import type { Database } from '../../server/database/database.ts'

/** The members who have money, a session and an account in the game. */
export const PLAYERS = 1000
export const GAME = 'PG'

export const memberId = (number: number): string => `M${String(number).padStart(8, '0')}`
export const phoneOf = (number: number): string => `08${String(number).padStart(8, '0')}`
export const tokenOf = (number: number): string => `token-of-${memberId(number)}`

const ID = sql.raw(`'M' || lpad(n::text, 8, '0')`)

/**
 * Fills a migrated and seeded database: members 1 to `members` with this password hash, of whom the players can transfer; and
 * `statements` rows of history spread over all members in turn, besides those of one member after the last.
 */
export async function seedLoad(
  db: Database,
  amount: { members: number; statements: number; statementsOfOne: number; passwordHash: string },
): Promise<void> {
  const { members, statements, statementsOfOne, passwordHash } = amount
  const run = (query: ReturnType<typeof sql>) => db.execute(query)
  await run(sql`
    insert into members (id, username, name, password_hash)
    select ${ID}, '08' || lpad(n::text, 8, '0'), 'Somchai', ${passwordHash}
    from generate_series(1, ${members + 1}::int) as n`)
  await run(sql`
    insert into sessions (token_hash, member_id, expires_at)
    select rtrim(translate(encode(sha256(('token-of-' || ${ID})::bytea), 'base64'), '+/', '-_'), '='),
      ${ID}, now() + interval '30 days'
    from generate_series(1, ${members + 1}::int) as n`)
  await run(sql`
    insert into game_accounts (member_id, game_code, username, password)
    select ${ID}, ${GAME}, ${ID}, '' from generate_series(1, ${PLAYERS}::int) as n`)
  await run(sql`
    select ledger_post('load:' || ${ID}, 'deposit', jsonb_build_array(
      jsonb_build_object('account', 'house:bank:KBANK', 'amount', -1000000000),
      jsonb_build_object('account', 'member:' || ${ID} || ':wallet', 'amount', 1000000000)
    ), null, '[]') from generate_series(1, ${PLAYERS}::int) as n`)
  await run(sql`
    insert into statements (member_id, type, "from", "to", amount)
    select 'M' || lpad(case when n % ${every(amount)}::int = 0 then ${members + 1}::int else n % ${members}::int + 1 end::text, 8, '0'),
      (array['deposit', 'bonus', 'finish_bonus', 'withdraw', 'transfer'])[1 + n % 7 % 5], 'KBANK', 'WALLET', n
    from generate_series(1, ${statements + statementsOfOne}::int) as n`)
  await run(sql`vacuum analyze`)
}

/** The one member's rows lie evenly among the others'. */
const every = ({ statements, statementsOfOne }: { statements: number; statementsOfOne: number }) =>
  Math.max(1, Math.floor((statements + statementsOfOne) / Math.max(1, statementsOfOne)))
