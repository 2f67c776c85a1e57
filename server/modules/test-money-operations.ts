import { randomUUID } from 'node:crypto'
import AES from 'crypto-js/aes.js'
import { and, eq } from 'drizzle-orm'
import { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import type { Call } from '#api/contract/call.ts'
import { collect } from '#api/contract/collect.ts'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { activatePromotion } from '#api/contract/promotion.ts'
import { cancelQr, createQr, getQr } from '#api/contract/qrcode.ts'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { claimCoupon, spin } from '#api/contract/spinwheel.ts'
import {
  activateGame,
  addMoney,
  sendTrueLink,
  transfer,
  transferAll,
  withdraw,
  withdrawAll,
} from '#api/contract/wallet.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { sandboxTruelinkKey } from '#lib/payments/truelink-key.ts'
import { transact } from '../database/query.ts'
import { qrCodes } from '../database/schema/deposits.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { writeSetting } from '../database/settings.ts'
import type { Client, Given } from '../http/test-app.ts'
import { reportResult } from './games/report-result.ts'
import type { TestMember, TestServer } from './test-server.ts'

/** The games of which members have accounts. */
export const GAMES = ['PG', 'JOKER', 'UFABET']
const SIDES = ['WALLET', ...GAMES, 'CHESS']
const OFFERS = ['WELCOME', 'DAILY', 'WEEKLY', 'LUCKY']
const CHANNELS = ['KBANK', 'WW', 'PAYTIMZ', 'FP']
const COUPONS = ['B5', 'B10', 'B20', 'B50']

/** Whose operation it is. */
interface Actor {
  server: TestServer
  member: TestMember
}

/** What is drawn at random for one operation of an actor. */
interface Draw extends Actor {
  /** The name of the run: letters and digits. */
  run: string
  /** Baht. */
  amount: number
  /** Each picks one of the options. */
  one: number
  other: number
}

type Answer = Awaited<ReturnType<Client>>
/** Sends the operation. With the same key it is the same one. */
type Send = (request: Client, key: string) => Promise<Answer>

/** How to perform an operation of the contract that moves a member's money, or prepares that. */
interface MoneyOperation {
  call: Call
  /** Its money moves after the answer. */
  goesOn: boolean
  /** For `crash.test.ts`: each brings a member of 1,000 baht to where the operation ends as the name says. */
  cases: readonly (readonly [name: string, prepare: (actor: Actor) => Promise<Send>])[]
  /** For `money.test.ts`: what a member may send at any time, whether it is done or refused. */
  drawn: (draw: Draw) => Promise<Send>
}

interface Ways<C extends Call> {
  goesOn?: boolean
  cases: Record<string, (actor: Actor) => Given<C> | Promise<Given<C>>>
  drawn: (draw: Draw) => Given<C> | Promise<Given<C>>
}

function moneyOperation<C extends Call>(call: C, { goesOn = false, cases, drawn }: Ways<C>): MoneyOperation {
  const sending =
    (given: Given<C>): Send =>
    (request, key) =>
      (request as (one: Call, all: object) => Promise<Answer>)(call, { ...given, key })
  return {
    call,
    goesOn,
    cases: Object.entries(cases).map(
      ([name, prepare]) => [name, async (actor) => sending(await prepare(actor))] as const,
    ),
    drawn: async (draw) => sending(await drawn(draw)),
  }
}

export const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % items.length]

/** Accounts of two games, and 300 baht in the first. */
export async function fillGame({ request }: TestMember): Promise<void> {
  for (const slot of ['PG', 'JOKER']) await request(activateGame, { params: { slot } })
  await request(transfer, { body: { from: 'WALLET', to: 'PG', amount: 300 } })
}

async function fillBothGames(member: TestMember): Promise<void> {
  await fillGame(member)
  await member.request(transfer, { body: { from: 'WALLET', to: 'JOKER', amount: 100 } })
}

async function lose({ server, member }: Actor): Promise<void> {
  await fillGame(member)
  const lost = { memberId: member.id, gameCode: 'PG', amount: -20_000, round: randomUUID() }
  await transact(server.db, (tx) => reportResult(tx, lost, server.clock.now()))
}

export async function showQr({ server, member: { id, request } }: Actor) {
  await request(createQr, { params: { code: 'KBANK' }, body: { amount: 150 } })
  const [row] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, id))
  return { qrcodeId: row?.id ?? '', reference: row?.reference ?? '' }
}

/** The link of a gift with this name, sealed as the app seals it. */
const giftLink = (name: string) => {
  const link = `https://gift.truemoney.com/campaign/?v=${name}::Champa Sandbox`
  return AES.encrypt(link, sandboxTruelinkKey).toString()
}
export const newGiftLink = () => giftLink(`${randomUUID().replaceAll('-', '')}Abc`)

/** The id of a withdrawal that waits. */
export async function pendingWithdrawal({ db }: TestServer, memberId: string): Promise<string | undefined> {
  const mine = and(eq(withdrawals.memberId, memberId), eq(withdrawals.status, 'pending'))
  const [row] = await db.select({ id: withdrawals.id }).from(withdrawals).where(mine)
  return row?.id
}

export async function askForWithdrawal({ server, member }: Actor): Promise<string> {
  await member.request(withdraw, { body: { amount: 200 } })
  return (await pendingWithdrawal(server, member.id)) ?? ''
}

const nothing = () => ({})

/** Every operation of the contract that moves money: `contract.test.ts` names one that is missing. */
export const moneyOperations: readonly MoneyOperation[] = [
  moneyOperation(addMoney, {
    cases: { 'a deposit': () => ({ body: { amount: 250 } }) },
    drawn: ({ amount }) => ({ body: { amount } }),
  }),
  moneyOperation(createQr, {
    cases: { 'a QR created': () => ({ params: { code: 'FP' }, body: { amount: 50 } }) },
    drawn: ({ one, amount }) => ({ params: { code: pick(CHANNELS, one) ?? '' }, body: { amount } }),
  }),
  moneyOperation(cancelQr, {
    cases: {
      'a QR cancelled': async (actor) => ({ params: { qrcodeId: (await showQr(actor)).qrcodeId } }),
    },
    drawn: async ({ member, one }) => {
      const { body } = await member.request(getQr, { params: { code: pick(CHANNELS, one) ?? '' } })
      return { params: { qrcodeId: body.hasQrcode ? body.qrcodeId : randomUUID() } }
    },
  }),
  moneyOperation(sendTrueLink, {
    cases: { 'a gift link sent': () => ({ body: { link: newGiftLink() } }) },
    drawn: ({ run, one }) => ({ body: { link: giftLink(`${run}${one % 3}`) } }),
  }),
  moneyOperation(transfer, {
    cases: {
      'a transfer into a game': async ({ member }) => {
        await fillGame(member)
        return { body: { from: 'WALLET', to: 'PG', amount: 99.5 } }
      },
      'a transfer between games': async ({ member }) => {
        await fillGame(member)
        return { body: { from: 'PG', to: 'JOKER', amount: 120 } }
      },
    },
    drawn: ({ one, other, amount }) => ({
      body: { from: pick(SIDES, one) ?? '', to: pick(SIDES, other) ?? '', amount },
    }),
  }),
  moneyOperation(transferAll, {
    cases: {
      'a transfer of everything into a game': async ({ member }) => {
        await fillGame(member)
        return { body: { to: 'JOKER' } }
      },
      'a transfer of everything back': async ({ member }) => {
        await fillBothGames(member)
        return { body: { to: 'WALLET' } }
      },
    },
    drawn: ({ other }) => ({ body: { to: pick(SIDES, other) ?? '' } }),
  }),
  moneyOperation(collect, {
    goesOn: true,
    cases: {
      'everything collected': async ({ member }) => {
        await fillBothGames(member)
        return {}
      },
    },
    drawn: nothing,
  }),
  moneyOperation(withdraw, {
    cases: {
      'a withdrawal': () => ({ body: { amount: 400 } }),
      'a withdrawal above the balance': () => ({ body: { amount: 4000 } }),
    },
    drawn: ({ amount }) => ({ body: { amount } }),
  }),
  moneyOperation(withdrawAll, {
    cases: {
      'a withdrawal of all': async ({ member }) => {
        await fillGame(member)
        return { body: { amount: 900 } }
      },
    },
    drawn: ({ amount }) => ({ body: { amount } }),
  }),
  moneyOperation(cancelWithdrawal, {
    cases: {
      'a withdrawal cancelled': async (actor) => {
        const { db } = actor.server
        // Longer than the clock is moved: handed over meanwhile, it could rightly not be cancelled any more.
        await writeSetting(db, 'payouts', { waitSeconds: 600, minutes: 0 })
        const id = await askForWithdrawal(actor)
        await writeSetting(db, 'payouts', { waitSeconds: 0, minutes: 0 })
        return { params: { id } }
      },
    },
    drawn: async ({ server, member }) => ({
      params: { id: (await pendingWithdrawal(server, member.id)) ?? randomUUID() },
    }),
  }),
  moneyOperation(activateBonus, {
    cases: { 'a bonus activated': () => ({ params: { code: 'WELCOME' } }) },
    drawn: ({ one }) => ({ params: { code: pick(OFFERS, one) ?? '' } }),
  }),
  moneyOperation(clearBonus, {
    cases: {
      'a bonus ended': async ({ member }) => {
        await member.request(activateBonus, { params: { code: 'LUCKY' } })
        return {}
      },
    },
    drawn: nothing,
  }),
  moneyOperation(activatePromotion, {
    cases: { 'a promotion activated': () => ({ params: { code: 'CHAMPA50' } }) },
    drawn: () => ({ params: { code: 'CHAMPA50' } }),
  }),
  moneyOperation(claimInviteBonus, {
    cases: {
      'an invite bonus claimed': async ({ server, member }) => {
        await server.newMember({ invitedBy: member.id, wallet: 10_000 })
        return {}
      },
    },
    drawn: nothing,
  }),
  moneyOperation(receiveRefund, {
    cases: {
      'a refund settled': async (actor) => {
        await lose(actor)
        return {}
      },
    },
    drawn: nothing,
  }),
  moneyOperation(addRefundToWallet, {
    cases: {
      'a refund paid': async (actor) => {
        await lose(actor)
        await actor.member.request(receiveRefund)
        return {}
      },
    },
    drawn: nothing,
  }),
  moneyOperation(spin, { cases: { 'a spin': nothing }, drawn: nothing }),
  moneyOperation(claimCoupon, {
    cases: {
      'a coupon claimed': async ({ member }) => {
        await member.request(spin)
        return { body: { coupon: 'B20' } }
      },
    },
    drawn: ({ one }) => ({ body: { coupon: pick(COUPONS, one) ?? '' } }),
  }),
]

/** The contract's other operations, by the reason why they are not among those. */
export const otherOperations: Readonly<Record<string, readonly string[]>> = {
  'they change who the member is, or how the member signs in': [
    'updateProfile',
    'updateBankAccountName',
    'changePassword',
    'resetPassword',
    'addPasskey',
    'renamePasskey',
    'removePasskey',
    'endSession',
    'endOtherSessions',
  ],
  'they change where a later withdrawal goes': ['addBankAccount', 'chooseBankAccount', 'removeBankAccount'],
  'they change what the member may do from then on': [
    'setLimit',
    'confirmLimit',
    'setTimeLimit',
    'confirmTimeLimit',
    'setRealityCheck',
  ],
  'it signs out, and withdraws waiting QR codes: pay-out-owed.test.ts pays one of them': ['takeBreak'],
  'they change the account at a game, and crash.test.ts has them besides': [
    'activateGame',
    'resetGamePassword',
  ],
  'it stores a picture: the slip is credited when it is examined, which both tests do': ['uploadSlip'],
  'it takes no token, and a member on a break: pay-out-owed.test.ts and limits-laws.test.ts': ['payOutOwed'],
}
