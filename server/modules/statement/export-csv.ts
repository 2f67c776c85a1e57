import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { StatementType } from '#api/contract/statement.ts'
import { WALLET } from '#api/contract/wallet.ts'
import { formatInBangkok } from '#lib/bangkok.ts'
import { plainAmount } from '#lib/money/money.ts'
import type { AppContext } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import type { Locale } from '#lib/text/locale-codes.ts'
import type { Country } from '#lib/text/phone.ts'
import { inLocale } from '../../database/localized.ts'
import { games } from '../../database/schema/games.ts'
import { banks } from '../../database/schema/site.ts'
import { statements } from '../../database/schema/statements.ts'
import { BYTE_ORDER_MARK, csvLines } from './csv.ts'
import { COLUMNS, exportWords } from './export-texts.ts'
import { readDetails, type Row, type RowDetails } from './row-details.ts'
import { type RowFilter, rowsOfMember, typesOf } from './row-filter.ts'
import { rowsInOrder } from './rows-in-order.ts'

/** Rows that are in memory at a time. */
const BATCH = 500

interface Asked extends RowFilter {
  statementTypes?: StatementType[] | undefined
}

interface Reader {
  memberId: string
  locale: Locale
}

/** The rows as a file, oldest first, a batch at a time: a member's whole history never stands in memory. */
export async function* exportCsv(
  app: Pick<AppContext, 'config' | 'db'>,
  { memberId, locale }: Reader,
  asked: Asked,
): AsyncGenerator<string> {
  const { db, config } = app
  const words = exportWords[locale]
  const nameOf = await namesOf(db, locale, config.country)
  const types = typesOf(asked)
  yield BYTE_ORDER_MARK + csvLines([COLUMNS.map((column) => words[column])])
  let last: Row | undefined
  do {
    const rest: SQL | undefined =
      last && sql`(${statements.createdAt}, ${statements.id}) > (${last.createdAt.toISOString()}, ${last.id})`
    const condition = and(rowsOfMember(memberId, asked), rest)
    const rows: Row[] = await rowsInOrder(db, { condition, types, order: asc, limit: BATCH })
    const details = await readDetails(app, rows)
    if (rows.length > 0) yield csvLines(rows.map((row) => cellsOf(row, details.of(row), locale, nameOf)))
    last = rows.length < BATCH ? undefined : rows.at(-1)
  } while (last)
}

function cellsOf(
  row: Row,
  { fromEnding, toEnding, fee }: RowDetails,
  locale: Locale,
  nameOf: (code: string) => string,
): string[] {
  const words = exportWords[locale]
  const side = (code: string | null, ending: string | undefined) =>
    [code && nameOf(code), ending && `…${ending}`].filter(Boolean).join(' ')
  const cells: Record<(typeof COLUMNS)[number], string> = {
    date: formatInBangkok(row.createdAt, 'dd/MM/yyyy'),
    time: formatInBangkok(row.createdAt, 'HH:mm:ss'),
    activity: activityOf(row, locale, nameOf),
    status: words[row.status],
    amount: plainAmount(row.type === 'withdraw' || isTakenBack(row) ? -row.amount : row.amount),
    walletChange: plainAmount(walletChangeOf(row)),
    walletAfter: row.status === 'FAILED' || row.balanceAfter === null ? '' : plainAmount(row.balanceAfter),
    fee: fee === null ? '' : plainAmount(fee),
    from: side(row.from, fromEnding),
    to: side(row.to, toEnding),
    reference: row.reference ?? '',
    note: row.note ?? '',
  }
  return COLUMNS.map((column) => cells[column])
}

/** Satang that the row has moved into the wallet, negative out of it; nothing while it is on its way there, or if it failed. */
function walletChangeOf({ status, from, to, amount, balanceAfter }: Row): number {
  const hasMoved = status === 'SUCCESS' || (status === 'PENDING' && balanceAfter !== null)
  if (!hasMoved) return 0
  if (to === WALLET) return amount
  return from === WALLET ? -amount : 0
}

/** The end of a bonus whose reward stays with the member moves nothing. */
const isTakenBack = ({ type, from }: Pick<Row, 'type' | 'from'>): boolean =>
  type === 'finish_bonus' && from !== null

function activityOf(
  { type, source, from, to }: Row,
  locale: Locale,
  nameOf: (code: string) => string,
): string {
  const words = exportWords[locale]
  switch (type) {
    case 'deposit':
      return words.deposit
    case 'withdraw':
      return words.withdraw
    case 'bonus':
      return words[source ?? 'bonus']
    case 'finish_bonus':
      return isTakenBack({ type, from }) ? words.bonusTakenBack : words.finishBonus
    case 'transfer': {
      const [left, right] = [nameOf(from ?? ''), nameOf(to ?? '')]
      if (to === WALLET) return words.fromGame(left)
      return from === WALLET ? words.toGame(right) : words.betweenGames(left, right)
    }
  }
}

/** What the wallet, games, banks and channels are called, by their codes; a code without a name stands for itself. */
async function namesOf(db: Database, locale: Locale, country: Country): Promise<(code: string) => string> {
  const own = country === 'TH' ? 'th' : 'la'
  const [allGames, allBanks] = await Promise.all([
    db.select({ code: games.code, name: games.name }).from(games),
    db.select().from(banks).where(eq(banks.country, country)),
  ])
  const names = new Map<string, string>([
    ...Object.entries(exportWords[locale].channels),
    ...allBanks.map((bank) => [bank.code, locale === own ? bank.nameTH : bank.nameEN] as const),
    ...allGames.map((game) => [game.code, inLocale(game.name, locale)] as const),
    [WALLET, exportWords[locale].wallet],
  ])
  return (code) => names.get(code) ?? code
}
