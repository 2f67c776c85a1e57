import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { getWallet } from '#api/contract/wallet.ts'
import { eq, getTableColumns } from 'drizzle-orm'
import type { App } from '../app.ts'
import type { members } from '../database/schema/members.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { transact } from '../database/query.ts'
import { defaultOf, writeSetting } from '../database/settings.ts'
import { addMember, type Open } from '../database/test-database.ts'
import { type Client, openTestApp, type TestApp } from '../http/test-app.ts'
import { auditLedger } from '../ledger/audit.ts'
import { seed } from '../seed/seed.ts'
import { creditDeposit } from '../deposits/credit-deposit.ts'
import { playEven } from '../sandbox/games/play-even.ts'
import { confirmingIn, fieldsOf } from '../sandbox/test-console-forms.ts'
import { shownPayout } from './withdraw/payout-inquiry.ts'
import { isHeld } from './withdraw/send-payout.ts'

interface MemberOptions extends Partial<typeof members.$inferInsert> {
  /** Satang in the wallet at the start, deposited earlier and already wagered once. */
  wallet?: number
  hasBank?: boolean
}

export interface TestMember {
  id: string
  request: Client
  /** The wallet's balance as the API reports it, in satang. */
  wallet(): Promise<number>
  /** A game account's balance as the API reports it, in satang. */
  gameBalance(game: string): Promise<number>
}

let accountNo = 1_000_000_000

/** A server with the sandbox's seed data, members to act as, and the operator console's forms. */
export async function openTestServer(open: Open, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'champa-test-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  const t: TestApp = await openTestApp(open, { settings: { DATA_DIR: folder, ...settings } })
  await seed(t.context)
  // Withdrawals wait where a test says so.
  await writeSetting(t.db, 'payouts', defaultOf('payouts'))

  return {
    ...t,
    async newMember({ wallet = 0, hasBank = true, ...values }: MemberOptions = {}): Promise<TestMember> {
      accountNo += 1
      const bank = { bankCode: 'KBANK', bankAccountName: 'SOMCHAI', bankAccountNo: String(accountNo) }
      const id = await addMember(t.db, { ...(hasBank && bank), ...values })
      if (wallet > 0)
        await transact(t.db, async (tx) => {
          await creditDeposit(tx, {
            memberId: id,
            amount: wallet,
            operationId: `test:${id}`,
            channel: 'KBANK',
          })
          await playEven(tx, { memberId: id, gameCode: 'PG', stake: wallet }, t.clock.now())
        })
      const request = await t.client(id)
      const look = async () => (await request(getWallet)).body
      return {
        id,
        request,
        wallet: async () => Math.round((await look()).wallet.amount * 100),
        gameBalance: async (game) => {
          const slot = (await look()).slots?.find(({ code }) => code === game)
          return Math.round((slot?.amount ?? 0) * 100)
        },
      }
    },
    /** Stakes this many satang in games and wins the same amount back. */
    play: ({ id }: { id: string }, stake: number) =>
      transact(t.db, (tx) => playEven(tx, { memberId: id, gameCode: 'PG', stake }, t.clock.now())),
    submitForm: createFormSubmitter(t.app),
    /** Changes fields of the texts of one language, as the console shows them now, and saves. */
    async saveTexts(changes: Record<string, string>, language = '') {
      const shown = await (await t.app.request(`/sandbox/texts?language=${language}`)).text()
      return this.submitForm('/texts', { ...fieldsOf(shown, '/sandbox/texts'), ...changes })
    },
    /** Changes fields of a setting's form, as its page shows them now, and saves. */
    async saveSetting(path: string, changes: Record<string, string>) {
      const [, page = ''] = path.split('/')
      const shown = await (await t.app.request(`/sandbox/${page}`)).text()
      return this.submitForm(path, { ...fieldsOf(shown, `/sandbox${path}`), ...changes })
    },
    submitSeen: createSeenSubmitter(createFormSubmitter(t.app)),
    /** The fields of a form that decides a withdrawal, as the console shows it once the bank has taken the order. */
    async decisionOf(id: string) {
      const columns = { ...getTableColumns(withdrawals), isHeld }
      const read = async () => (await t.db.select(columns).from(withdrawals).where(eq(withdrawals.id, id)))[0]
      await expect.poll(read, { timeout: 5000 }).toHaveProperty('handedAt', expect.any(Date))
      const row = await read()
      return { id, shown: row ? shownPayout(row, row.isHeld, t.clock.now()) : '' }
    },
    async expectBalancedLedger() {
      expect(await auditLedger(t.db)).toEqual([])
    },
  }
}

/** Submits forms of the operator console; `to` is the address it redirects to, `page` what it shows instead. */
export const createFormSubmitter =
  (app: App) =>
  async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const response = await app.request(`/sandbox${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers,
    })
    const page = await response.text()
    return { status: response.status, to: response.headers.get('location') ?? '', page }
  }

/** Submits forms of the console that show what they would book, and confirms it, as often as it was something else meanwhile. */
export const createSeenSubmitter =
  (submitForm: ReturnType<typeof createFormSubmitter>) =>
  async (path: string, fields: Record<string, string>) => {
    let answer = await submitForm(path, fields)
    for (let seen = confirmingIn(answer.page); seen; seen = confirmingIn(answer.page))
      answer = await submitForm(path, seen)
    return answer
  }

export type TestServer = Awaited<ReturnType<typeof openTestServer>>

export const refused = (message: string, status = 400) => ({ status, body: { message } })
