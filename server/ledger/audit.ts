import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'
import { rowsOf } from '../database/query.ts'

/**
 * Audits the ledger. Returns the problems as texts, none if the ledger is correct. With `memberIds` it checks only those members'
 * accounts and every posting that touched them. The house's accounts are what their entries say.
 */
export async function auditLedger(
  db: Database,
  scope: { memberIds?: readonly string[] } = {},
): Promise<string[]> {
  const mine =
    scope.memberIds &&
    sql`a.member_id in (select jsonb_array_elements_text(${JSON.stringify(scope.memberIds)}::jsonb))`
  const accounts = mine ?? sql`a.member_id is not null`
  const postings = mine
    ? sql`p.id in (select e.posting_id from ledger_entries e join ledger_accounts a on a.id = e.account_id where ${mine})`
    : sql`true`
  // Entries that were archived count by what the books carry on of them; their postings are kept without them.
  const archived = sql`(select coalesce(max(last_id), 0) from archive_files where kind = 'entries')`
  const rows = await rowsOf<{ problem: string }>(
    db,
    sql`
      select format('account %s says %s but its entries say %s', name, balance, said) as problem
        from (
          select a.name, a.balance, coalesce(sum(e.amount), 0)
              + coalesce((select c.amount from ledger_carried c where c.account_id = a.id), 0) as said
            from ledger_accounts a left join ledger_entries e on e.account_id = a.id
            where ${accounts} group by a.id
        ) as sums where balance <> said
      union all
      select format('posting %s sums to %s over %s entries', p.act, coalesce(sum(e.amount), 0), count(e.id))
        from ledger_postings p left join ledger_entries e on e.posting_id = p.id
        where p.id > ${archived} and ${postings} group by p.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2
      union all
      select format('account %s is below zero: %s', a.name, a.balance)
        from ledger_accounts a where a.balance < 0 and ${accounts}
      union all
      select format('archived posting %s still has entries', e.posting_id)
        from ledger_entries e where e.posting_id <= ${archived} group by e.posting_id
      union all
      select format('what is carried on sums to %s', sum(amount)) from ledger_carried having sum(amount) <> 0
      union all
      select format('members hold %s but the house owes %s', held, owed) from (select
          (select coalesce(sum(balance), 0) from ledger_accounts) as held,
          (select coalesce(-sum(amount), 0) from (
            select account_id, amount from ledger_entries union all select account_id, amount from ledger_carried
          ) e join ledger_accounts a on a.id = e.account_id where a.member_id is null) as owed
        ) as sums where held <> owed`,
  )
  return rows.map((row) => row.problem)
}
