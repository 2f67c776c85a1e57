import type { Context } from 'hono'
import { hashOf } from '../../auth/tokens.ts'
import type { Database } from '../../database/database.ts'
import { accountsAt, type BankAccount } from '../../deposits/match-bank-account.ts'
import type { ServerEnv } from '../../http/server-env.ts'
import { phonesOf } from '../lists.ts'
import { button, markup, type Markup, section, showBaht, table } from '../markup.ts'
import { page } from '../page.ts'
import { placed, placesIn } from '../places.ts'

/** What an operator reads before a credit is booked. */
export interface Look {
  /** Satang that it brings; 0 where it settles something that brings nothing. */
  amount: number
  phone: string
  body: Markup
  /** Names what is read: the form that confirms it sends this, and books nothing where it is something else by then. */
  shown: string
}

export interface Credited {
  id: string
  phone: string
  accounts: BankAccount[]
}

export async function findCredited(db: Database, id: string, now: Date): Promise<Credited> {
  const phoneOf = await phonesOf(db, [id])
  return { id, phone: phoneOf(id), accounts: await accountsAt(db, id, now) }
}

type Row = readonly [name: string, said: Markup | string]

/** `differs`: what may be wrong about it, one sentence each. */
export function lookAt(
  member: Credited,
  amount: number,
  rows: readonly Row[],
  differs: readonly string[],
): Look {
  const accounts = member.accounts.map(
    ({ bank, accountNo, holder }) => markup`${bank} ${accountNo}<small>${holder}</small>`,
  )
  const all: Row[] = [
    ['The wallet of', markup`${member.phone}<small>${member.id}</small>`],
    ['The member’s accounts', accounts.length > 0 ? markup`${accounts}` : 'none'],
    ['Gets', amount > 0 ? showBaht(amount) : 'nothing'],
    ...rows,
  ]
  const body = markup`${section(
    'look',
    'What will be booked',
    table(
      'What will be booked',
      ['What', 'Is'],
      all.map(([name, said]) => markup`<tr><td>${name}</td><td>${said}</td></tr>`),
      '',
    ),
  )}
    ${section(
      'differs',
      'What does not fit',
      differs.length > 0
        ? markup`<ul>${differs.map((sentence) => markup`<li>${sentence}</li>`)}</ul>`
        : markup`<p>Nothing that the books know.</p>`,
    )}`
  return { amount, phone: member.phone, body, shown: hashOf(body.toString()) }
}

interface Confirming {
  action: string
  /** What the form sends besides. */
  fields: Record<string, string>
  /** The page that it came from. */
  back: string
  /** What an earlier look showed; empty for the first. */
  before: string
}

/** Shows it with the form that confirms it. */
export function showLook(
  c: Context<ServerEnv>,
  { amount, phone, body, shown }: Look,
  { action, fields, back, before }: Confirming,
): Response | Promise<Response> {
  const places = placesIn(c)
  const name = amount > 0 ? `Credit ${showBaht(amount)} to ${phone}` : 'Settle it without a credit'
  return c.html(
    page({
      title: 'Look again',
      flash:
        before === ''
          ? undefined
          : { text: 'Nothing was booked: it is not as it was shown. Look again.', isBad: true },
      body: markup`<p>Nothing is booked yet. A credit cannot be undone here.</p>
        ${body}
        ${section('confirm', 'Is it right?', markup`${button(placed(action, places), name, { ...fields, shown })} <p><a href="${placed(back, places)}">No: go back, and change nothing</a></p>`)}`,
    }),
  )
}
