import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { activatePromotion } from '#api/contract/promotion.ts'
import { cancelQr, createQr, getQr } from '#api/contract/qrcode.ts'
import { addRefundToWallet, receiveRefund } from '#api/contract/refund.ts'
import { claimCoupon, spin } from '#api/contract/spinwheel.ts'
import { activateGame, addMoney, transfer, transferAll, withdraw, withdrawAll } from '#api/contract/wallet.ts'
import { transact } from '../database/query.ts'
import { qrCodes } from '../database/schema/deposits.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnEach } from '../database/test-database.ts'
import { balancesOf } from '../ledger/balances.ts'
import { reportResult } from './games/report-result.ts'
import { type House, openHouse, OPENING, type TestMember } from './test-house.ts'

const GAMES = ['PG', 'JOKER', 'UFABET']
const SIDES = ['WALLET', ...GAMES, 'CHESS']
const OFFERS = ['WELCOME', 'DAILY', 'WEEKLY']
const CHANNELS = ['KBANK', 'WW', 'FP']

const acts = [
  'addMoney',
  'createQr',
  'payQr',
  'cancelQr',
  'transfer',
  'transferAll',
  'play',
  'withdraw',
  'withdrawAll',
  'settle',
  'refuse',
  'bonus',
  'clear',
  'promotion',
  'invite',
  'refund',
  'spin',
  'coupon',
  'breakGame',
] as const

const act = fc.record({
  name: fc.constantFrom(...acts),
  who: fc.nat(2),
  amount: fc.oneof(
    fc.constantFrom(0, 1, 99.99, 100, 1000),
    fc.nat(60_000_00).map((satang) => satang / 100),
  ),
  from: fc.nat(SIDES.length - 1),
  to: fc.nat(SIDES.length - 1),
  isWon: fc.boolean(),
  /** The same act a second time, at once, under the same key. */
  isTwice: fc.boolean(),
})
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never

describeOnEach('whatever members and the world outside do', (open) => {
  let house: House
  beforeAll(async () => {
    house = await openHouse(open)
  }, OPENING)

  async function newMembers(): Promise<TestMember[]> {
    const first = await house.newMember({ wallet: 200_000 })
    const friends = [house.newMember({ invitedBy: first.id }), house.newMember({ invitedBy: first.id })]
    const all = [first, ...(await Promise.all(friends))]
    for (const { ask } of all) {
      for (const slot of GAMES) await ask(activateGame, { params: { slot } })
    }
    return all
  }

  async function perform({ id, ask }: TestMember, one: Act): Promise<number> {
    const { amount } = one
    const key = randomUUID()
    const [from = '', to = ''] = [SIDES[one.from], SIDES[one.to]]
    const code = CHANNELS[one.from % 3] ?? ''
    const offer = { params: { code: OFFERS[one.from % 3] ?? '' }, key }
    const pressed = async (path: string, fields: Record<string, string>) =>
      (await house.press(path, fields)).status
    const doIt: Record<Act['name'], () => Promise<{ status: number } | number>> = {
      addMoney: () => ask(addMoney, { body: { amount }, key }),
      createQr: () => ask(createQr, { params: { code }, body: { amount }, key }),
      payQr: async () => {
        const mine = (await house.db.select().from(qrCodes)).filter(({ memberId }) => memberId === id)
        return pressed('/qr/pay', { reference: mine[one.to % Math.max(mine.length, 1)]?.reference ?? '' })
      },
      cancelQr: async () => {
        const { body } = await ask(getQr, { params: { code } })
        return body.hasQrcode ? ask(cancelQr, { params: { qrcodeId: body.qrcodeId }, key }) : 200
      },
      transfer: () => ask(transfer, { body: { from, to, amount }, key }),
      transferAll: () => ask(transferAll, { body: { to }, key }),
      play: async () => {
        const gameCode = GAMES[one.to % 3] ?? ''
        const satang = Math.max(1, Math.round(amount * 100)) * (one.isWon ? 1 : -1)
        const result = { memberId: id, gameCode, amount: satang, round: key }
        await transact(house.db, (tx) => reportResult(tx, result, house.clock.now()))
        return 200
      },
      withdraw: () => ask(withdraw, { body: { amount }, key }),
      withdrawAll: () => ask(withdrawAll, { body: { amount }, key }),
      settle: async () => pressed('/withdrawals/settle', { id: await anyWithdrawal(id) }),
      refuse: async () => pressed('/withdrawals/refuse', { id: await anyWithdrawal(id) }),
      bonus: () => ask(activateBonus, offer),
      clear: () => ask(clearBonus, { key }),
      promotion: () => ask(activatePromotion, { params: { code: 'CHAMPA50' }, key }),
      invite: () => ask(claimInviteBonus, { key }),
      refund: async () => {
        await ask(receiveRefund)
        return ask(addRefundToWallet, { key })
      },
      spin: () => ask(spin, { key }),
      coupon: () => ask(claimCoupon, { body: { coupon: 'B10' }, key }),
      breakGame: () => pressed('/switches', { name: `game:${GAMES[one.to % 3]}` }),
    }
    const answers = await Promise.all([doIt[one.name](), ...(one.isTwice ? [doIt[one.name]()] : [])])
    return Math.max(...answers.map((answer) => (typeof answer === 'number' ? answer : answer.status)))
  }

  async function anyWithdrawal(memberId: string): Promise<string> {
    const rows = await house.db.select().from(withdrawals)
    return rows.find((row) => row.memberId === memberId && row.status === 'pending')?.id ?? randomUUID()
  }

  test('no money appears or is lost, nobody owes any, and nothing breaks', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 6, maxLength: 12 }),
        async (rounds) => {
          const members = await newMembers()
          for (const together of rounds) {
            const statuses = await Promise.all(
              together.map((one) => perform(members[one.who] ?? (members[0] as TestMember), one)),
            )
            expect(Math.max(...statuses)).toBeLessThan(500)
          }
          await house.expectTrueBooks()
          for (const { id } of members) {
            const { wallet, withdrawing, games } = await balancesOf(house.db, id)
            expect(Math.min(wallet, withdrawing, ...Object.values(games))).toBeGreaterThanOrEqual(0)
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})
