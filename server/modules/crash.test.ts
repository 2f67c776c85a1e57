import { randomUUID } from 'node:crypto'
import AES from 'crypto-js/aes.js'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { activateBonus, clearBonus } from '#api/contract/bonus.ts'
import { claimInviteBonus } from '#api/contract/invite.ts'
import { activatePromotion } from '#api/contract/promotion.ts'
import { cancelQr, createQr } from '#api/contract/qrcode.ts'
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
import { sandboxTruelinkKey } from '#lib/truelink-key.ts'
import { MINUTE } from '../clock.ts'
import type { Connection } from '../database/database.ts'
import { transact } from '../database/query.ts'
import { qrCodes, slips, trueLinks } from '../database/schema/deposits.ts'
import { spinSlices } from '../database/schema/spin.ts'
import { withdrawals } from '../database/schema/withdrawals.ts'
import { describeOnEach } from '../database/test-database.ts'
import { FaultInjector } from '../database/test-fault-injection.ts'
import { auditLedger } from '../ledger/audit.ts'
import { makeTransfer } from '../providers/sandbox/transfer-book.ts'
import { resumeWork } from '../jobs/resume-work.ts'
import { reportResult } from './games/report-result.ts'
import { qrOf } from './slip/bank-reference.ts'
import { examineSlip } from './slip/examine-slip.ts'
import { faultyWorld, stateOf, type World, worldOf } from './test-crash.ts'
import { type TestServer, openTestServer, SETUP_TIMEOUT_MS, type TestMember } from './test-server.ts'

/** Places tried of each operation; with LONG=1 all of them, in both ways. */
const PLACES = process.env['LONG'] === '1' ? Infinity : 2

const LIMIT = PLACES === Infinity ? 20 * MINUTE : 180_000

/** Gives the status, or the place a console's form leads to. */
type Perform = (world: World) => Promise<number | string>

describeOnEach('broken off anywhere, an operation is wholly there or not at all', (open) => {
  let server: TestServer
  let connection: Connection
  const paidOut = new Set<string>()
  beforeAll(async () => {
    server = await openTestServer(async () => (connection = await open()))
    await server.db.update(spinSlices).set({ weight: 0 })
    await server.db.update(spinSlices).set({ weight: 1 }).where(eq(spinSlices.code, 'B20'))
    server.context.providers.bank.payOut = async ({ reference }) => void paidOut.add(reference)
  }, SETUP_TIMEOUT_MS)

  const submitForm = (path: string, fields: Record<string, string>): Perform => {
    return async (world) => {
      const { status, to } = await world.submitForm(path, fields)
      return status < 400 ? 'told' : status + to
    }
  }
  async function games({ ask }: TestMember) {
    for (const slot of ['PG', 'JOKER']) await ask(activateGame, { params: { slot } })
    await ask(transfer, { body: { from: 'WALLET', to: 'PG', amount: 300 } })
  }
  const lost = ({ id }: TestMember, amount = -20_000) =>
    transact(server.db, (tx) =>
      reportResult(tx, { memberId: id, gameCode: 'PG', amount, round: randomUUID() }, server.clock.now()),
    )
  async function code({ id, ask }: TestMember) {
    await ask(createQr, { params: { code: 'KBANK' }, body: { amount: 150 } })
    const [row] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, id))
    return { qrcodeId: row?.id ?? '', reference: row?.reference ?? '' }
  }
  async function asked({ id, ask }: TestMember) {
    await ask(withdraw, { body: { amount: 200 } })
    const [row] = await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, id))
    return { id: row?.id ?? '' }
  }
  async function slip({ id }: TestMember, isKnown: boolean) {
    const reference = randomUUID()
    const bankReference = `014:${reference.replaceAll('-', '')}`
    const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
    const createdAt = server.clock.now()
    await server.db.insert(slips).values({ memberId: id, reference, bankReference, createdAt, ...file })
    const made = {
      memberId: id,
      channel: 'SLIP',
      amount: 25_000,
      paidAt: createdAt,
      slip: qrOf(bankReference),
    }
    if (isKnown) await makeTransfer(server.db, made)
    return reference
  }
  const link = () => {
    const gift = `https://gift.truemoney.com/campaign/?v=${randomUUID().replaceAll('-', '')}Abc`
    return AES.encrypt(`${gift}::Champa Sandbox`, sandboxTruelinkKey).toString()
  }

  /** What is made ready for an operation, and the operation itself: the same however often it is performed. */
  const operations: Record<string, (member: TestMember, key: string) => Promise<Perform>> = {
    'a deposit': async (_, key) => async (world) =>
      (await world.ask(addMoney, { body: { amount: 250 }, key })).status,
    'a QR made': async (_, key) => async (world) =>
      (await world.ask(createQr, { params: { code: 'FP' }, body: { amount: 50 }, key })).status,
    'a QR cancelled': async (member, key) => {
      const { qrcodeId } = await code(member)
      return async (world) => (await world.ask(cancelQr, { params: { qrcodeId }, key })).status
    },
    'a QR paid': async (member) => submitForm('/qr/pay', await code(member)),
    'a QR paid late': async (member) => {
      const qr = await code(member)
      await server.submitForm('/qr/expire', qr)
      return submitForm('/qr/pay', qr)
    },
    'a late payment credited': async (member) => {
      const qr = await code(member)
      await server.submitForm('/qr/expire', qr)
      await server.submitForm('/qr/pay', qr)
      return submitForm('/qr/credit', qr)
    },
    'a gift link sent': async (_, key) => {
      const body = { link: link() }
      return async (world) => (await world.ask(sendTrueLink, { body, key })).status
    },
    'a gift opened': async (member) => {
      await member.ask(sendTrueLink, { body: { link: link() } })
      const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
      return submitForm('/slips/gift', { code: row?.codeHash ?? '', amount: '20', verdict: 'settle' })
    },
    'a slip judged': async (member) => {
      const reference = await slip(member, true)
      return async (world) => {
        await examineSlip(world.context, reference)
        return 'told'
      }
    },
    'a slip settled': async (member) =>
      submitForm('/slips/settle', { reference: await slip(member, false), amount: '80' }),
    'a slip refused': async (member) =>
      submitForm('/slips/refuse', { reference: await slip(member, false), reason: 'NOT_MATCH' }),
    'a transfer into a game': async (member, key) => {
      await games(member)
      const body = { from: 'WALLET', to: 'PG', amount: 99.5 }
      return async (world) => (await world.ask(transfer, { body, key })).status
    },
    'a transfer between games': async (member, key) => {
      await games(member)
      const body = { from: 'PG', to: 'JOKER', amount: 120 }
      return async (world) => (await world.ask(transfer, { body, key })).status
    },
    'everything into a game': async (member, key) => {
      await games(member)
      return async (world) => (await world.ask(transferAll, { body: { to: 'JOKER' }, key })).status
    },
    'everything back': async (member, key) => {
      await games(member)
      await member.ask(transfer, { body: { from: 'WALLET', to: 'JOKER', amount: 100 } })
      return async (world) => (await world.ask(transferAll, { body: { to: 'WALLET' }, key })).status
    },
    'a round played': async (member, key) => {
      await games(member)
      const result = { memberId: member.id, gameCode: 'PG', amount: -5000, round: key }
      return async ({ context: { db, clock } }) => {
        await transact(db, (tx) => reportResult(tx, result, clock.now()))
        return 'told'
      }
    },
    'a round that brings coins': async (member, key) => {
      await games(member)
      await member.ask(addMoney, { body: { amount: 100 } })
      const result = { memberId: member.id, gameCode: 'PG', amount: 10_000, round: key }
      return async ({ context: { db, clock } }) => {
        await transact(db, (tx) => reportResult(tx, result, clock.now()))
        return 'told'
      }
    },
    'a round of a friend that earns': async (member, key) => {
      const friend = await server.newMember({ invitedBy: member.id })
      await friend.ask(addMoney, { body: { amount: 100 } })
      const result = { memberId: friend.id, gameCode: 'PG', amount: 10_000, round: key }
      return async ({ context: { db, clock } }) => {
        await transact(db, (tx) => reportResult(tx, result, clock.now()))
        return 'told'
      }
    },
    'a withdrawal': async (_, key) => async (world) =>
      (await world.ask(withdraw, { body: { amount: 400 }, key })).status,
    'a withdrawal of too much': async (_, key) => async (world) =>
      (await world.ask(withdraw, { body: { amount: 4000 }, key })).status,
    'a withdrawal of all': async (member, key) => {
      await games(member)
      return async (world) => (await world.ask(withdrawAll, { body: { amount: 900 }, key })).status
    },
    'a withdrawal settled': async (member) => submitForm('/withdrawals/settle', await asked(member)),
    'a withdrawal refused': async (member) => submitForm('/withdrawals/refuse', await asked(member)),
    'a bonus taken': async (_, key) => async (world) =>
      (await world.ask(activateBonus, { params: { code: 'WELCOME' }, key })).status,
    'a bonus ended': async (member, key) => {
      await member.ask(activateBonus, { params: { code: 'LUCKY' } })
      return async (world) => (await world.ask(clearBonus, { key })).status
    },
    'a promotion taken': async (_, key) => async (world) =>
      (await world.ask(activatePromotion, { params: { code: 'CHAMPA50' }, key })).status,
    'an invite bonus claimed': async ({ id }, key) => {
      await server.newMember({ invitedBy: id, wallet: 10_000 })
      return async (world) => (await world.ask(claimInviteBonus, { key })).status
    },
    'a refund settled': async (member, key) => {
      await games(member)
      await lost(member)
      return async (world) => (await world.ask(receiveRefund, { key })).status
    },
    'a refund paid': async (member, key) => {
      await games(member)
      await lost(member)
      await member.ask(receiveRefund)
      return async (world) => (await world.ask(addRefundToWallet, { key })).status
    },
    'a spin': async (_, key) => async (world) => (await world.ask(spin, { key })).status,
    'a coupon claimed': async (member, key) => {
      await member.ask(spin)
      return async (world) => (await world.ask(claimCoupon, { body: { coupon: 'B20' }, key })).status
    },
  }

  /** The member's books and what the providers hold, the same for every member in the same place. */
  async function standing({ id }: TestMember) {
    const { moves } = server.context.providers.sandbox!
    const providers = ['PG', 'JOKER'].map((game) => moves.sum(game, `${game}${id}`.toLowerCase()))
    return { ...(await stateOf(server.db, id)), providers }
  }

  /** Performs the operation with the injected faults, then again without them; returns the state after each stage. */
  async function breakOff(name: string, faults: FaultInjector, isAskedFirst: boolean) {
    const member = await server.newMember({ wallet: 100_000 })
    const perform = await operations[name]!(member, randomUUID())
    const before = await standing(member)
    const faulty = faultyWorld(server.context, connection, member.ask.token, faults)
    const first = await perform(faulty).catch(() => 'died')
    // A torn connection is heard of a moment later.
    await new Promise(setImmediate)
    const { providers: _, ...broken } = await standing(member)
    await faulty.close()

    const restarted = worldOf(server.context, member.ask.token)
    const resume = async () => {
      server.clock.advance(3 * MINUTE)
      await resumeWork(server.context)
    }
    if (!isAskedFirst) await resume()
    const between = await standing(member)
    const again = await perform(restarted)
    if (isAskedFirst) await resume()
    const after = await standing(member)
    const resumed = isAskedFirst ? after : between
    await perform(restarted)
    expect(await standing(member), 'asked for once more').toEqual(after)
    expect(await auditLedger(server.db, { memberIds: [member.id] })).toEqual([])
    for (const row of await server.db.select().from(withdrawals).where(eq(withdrawals.memberId, member.id)))
      expect(paidOut).toContain(row.status === 'pending' ? row.id : [...paidOut][0])
    return { before, first, broken, resumed, again, after }
  }

  test.each(Object.keys(operations))('%s', { timeout: LIMIT }, async (name) => {
    const intact = new FaultInjector()
    const whole = await breakOff(name, intact, true)
    const { providers: _before, ...none } = whole.before
    const { providers: _after, ...all } = whole.after
    expect(whole.again).toBe(whole.first)
    const places = Array.from({ length: intact.steps }, (_, at) => at + 1)
    const tried = PLACES >= places.length ? places : sampleOf(places)

    for (const at of tried) {
      for (const once of PLACES === Infinity ? [true, false] : [at % 2 === 0]) {
        const isAskedFirst = at % 3 === 0
        const said = `${name} at ${at} of ${intact.steps}, ${once ? 'one step lost' : 'the program lost'}`
        const end = await breakOff(name, new FaultInjector(at, once), isAskedFirst)
        expect([none, all], said).toContainEqual(end.broken)
        expect([whole.before, whole.after], said).toContainEqual(end.resumed)
        expect(end.again, said).toBe(whole.again)
        expect(end.after, said).toEqual(whole.after)
      }
    }
  })

  const sampleOf = (places: readonly number[]) =>
    fc.sample(fc.shuffledSubarray([...places], { minLength: PLACES, maxLength: PLACES }), 1)[0] ?? []
})
