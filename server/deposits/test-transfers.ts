import { randomUUID } from 'node:crypto'
import AES from 'crypto-js/aes.js'
import { desc, eq } from 'drizzle-orm'
import { createQr } from '#api/contract/qrcode.ts'
import { addMoney, sendTrueLink } from '#api/contract/wallet.ts'
import { sandboxTruelinkKey } from '#lib/truelink-key.ts'
import { transact } from '../database/query.ts'
import { qrCodes, sandboxTransfers, slips, trueLinks } from '../database/schema/deposits.ts'
import { members } from '../database/schema/members.ts'
import { bankReferenceOf } from '../modules/slip/bank-reference.ts'
import { confirmQrPayment } from '../modules/qrcode/qr-payment.ts'
import { examineSlip } from '../modules/slip/examine-slip.ts'
import type { World } from '../modules/test-crash.ts'
import type { House, TestMember } from '../modules/test-house.ts'
import { makeTransfer, reportOf, type SandboxTransfer, slipOf } from '../providers/sandbox/transfer-book.ts'
import { receiveFromFeed } from './bank-feed.ts'
import { listSuspected } from './decide-suspected.ts'

/** One transfer, made and told to nobody, and every way of telling the house of it: the same however often it is told. */
export interface MadeTransfer {
  /** Satang. */
  amount: number
  tell: Record<string, (world: World) => Promise<unknown>>
  /** A person's part once everything was told, where no report shows that it is one transfer. */
  decide?: (world: World) => Promise<unknown>
}

type Make = (house: House, member: TestMember, baht: number) => Promise<MadeTransfer>

/** A slip whose picture has been read; `tell` has it looked at. */
async function slipIn(house: House, memberId: string, bankReference: string) {
  const reference = randomUUID()
  const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
  const createdAt = house.clock.now()
  await house.db.insert(slips).values({ memberId, reference, bankReference, createdAt, ...file })
  return reference
}

async function slipTold(house: House, memberId: string, made: SandboxTransfer) {
  const slip = slipOf(made)
  if (!slip) throw new Error('No slip of this one')
  const reference = await slipIn(house, memberId, bankReferenceOf(slip))
  return ({ context }: World) => examineSlip(context, reference)
}

async function settledByHand(house: House, memberId: string, made: SandboxTransfer, baht: number) {
  const reference = await slipIn(
    house,
    memberId,
    bankReferenceOf(slipOf(made) ?? { bankNo: '', reference: '' }),
  )
  return ({ press }: World) => press('/slips/settle', { reference, amount: String(baht) })
}

export async function phoneOf(house: House, { id }: TestMember): Promise<string> {
  const [row] = await house.db.select().from(members).where(eq(members.id, id))
  return row?.username ?? ''
}

export async function madeFor(house: House, { id }: TestMember): Promise<SandboxTransfer> {
  const [member] = await house.db.select().from(members).where(eq(members.id, id))
  const [made] = await house.db
    .select()
    .from(sandboxTransfers)
    .where(eq(sandboxTransfers.fromAccount, member?.bankAccountNo ?? ''))
    .orderBy(desc(sandboxTransfers.createdAt))
    .limit(1)
  if (!made) throw new Error('Nothing was made')
  return made
}

async function codeOf(house: House, { id, ask }: TestMember, baht: number): Promise<string> {
  await ask(createQr, { params: { code: 'KBANK' }, body: { amount: baht } })
  const [row] = await house.db.select().from(qrCodes).where(eq(qrCodes.memberId, id))
  return row?.reference ?? ''
}

/** A channel that leaves out the bank's reference, beside a bank that knows nothing of the code. */
async function paidUnnamedCode(
  house: House,
  member: TestMember,
  baht: number,
  isLate: boolean,
): Promise<MadeTransfer> {
  const reference = await codeOf(house, member, baht)
  if (isLate) await house.press('/qr/expire', { reference })
  const paid = { channel: 'KBANK', amount: Math.round(baht * 100), paidAt: house.clock.now() }
  const made = await makeTransfer(house.db, { ...paid, memberId: member.id })
  const payment = { ...paid, reference, bankReference: null }
  return {
    amount: made.amount,
    tell: {
      channel: ({ context: { db, clock } }) =>
        transact(db, (tx) => confirmQrPayment(tx, payment, clock.now())),
      slip: await slipTold(house, member.id, made),
      feed: byFeed(made),
      ...(isLate
        ? { 'credited by hand': ({ press }: World) => press('/qr/credit', { reference }) }
        : { 'slip settled by hand': await settledByHand(house, member.id, made, baht) }),
    },
    decide: async ({ press }) => {
      if (isLate) await press('/qr/credit', { reference })
      for (const { transfer, duplicates } of await suspectedOf(house, member))
        await press('/suspected/same', { id: transfer.id, duplicate: duplicates[0]?.id ?? '' })
    },
  }
}

export const suspectedOf = async (house: House, { id }: TestMember) =>
  (await listSuspected(house.db, 1000)).filter(({ transfer }) => transfer.memberId === id)

/** The bank's own feed of the account that the code's money goes to: it knows the transfer, and nothing of the code. */
const byFeed = (made: SandboxTransfer) => async (world: World) => {
  const { db, clock } = world.context
  await transact(db, (tx) => receiveFromFeed(tx, reportOf(made), clock.now()))
}

async function paidCode(
  house: House,
  member: TestMember,
  baht: number,
  isLate: boolean,
  namesBank = true,
): Promise<MadeTransfer> {
  const reference = await codeOf(house, member, baht)
  if (isLate) await house.press('/qr/expire', { reference })
  await house.press('/qr/pay', { reference, told: 'later' })
  const made = await madeFor(house, member)
  return {
    amount: made.amount,
    tell: {
      channel: ({ press }) =>
        namesBank
          ? press('/qr/pay', { reference })
          : press('/transfers/tell', { id: made.id, by: 'channel' }),
      slip: await slipTold(house, member.id, made),
      feed: byFeed(made),
      ...(isLate
        ? { 'credited by hand': ({ press }: World) => press('/qr/credit', { reference }) }
        : { 'slip settled by hand': await settledByHand(house, member.id, made, baht) }),
    },
  }
}

export const transfers: Record<string, Make> = {
  'a bank transfer': async (house, member, baht) => {
    const phone = await phoneOf(house, member)
    await house.press('/transfers', { phone, amount: String(baht), told: 'later' })
    const made = await madeFor(house, member)
    return {
      amount: made.amount,
      tell: {
        feed: ({ press }) => press('/transfers/tell', { id: made.id }),
        slip: await slipTold(house, member.id, made),
        'the slip again': await slipTold(house, member.id, made),
        'slip settled by hand': await settledByHand(house, member.id, made, baht),
      },
    }
  },
  'a transfer added in the sandbox': async (house, member, baht) => {
    const key = randomUUID()
    await member.ask(addMoney, { body: { amount: baht }, key })
    const made = await madeFor(house, member)
    return {
      amount: made.amount,
      tell: {
        added: ({ ask }) => ask(addMoney, { body: { amount: baht }, key }),
        feed: ({ press }) => press('/transfers/tell', { id: made.id }),
        slip: await slipTold(house, member.id, made),
      },
    }
  },
  'a code paid in time': (house, member, baht) => paidCode(house, member, baht, false),
  'a code paid late': (house, member, baht) => paidCode(house, member, baht, true),
  "a code of a channel without the bank's reference": (house, member, baht) =>
    paidUnnamedCode(house, member, baht, false),
  "a code paid late at a channel without the bank's reference": (house, member, baht) =>
    paidUnnamedCode(house, member, baht, true),
  "a code of a channel without the bank's reference, on a slip that names the code": (house, member, baht) =>
    paidCode(house, member, baht, false, false),
  'a gift link': async (house, member, baht) => {
    const gift = `https://gift.truemoney.com/campaign/?v=${randomUUID().replaceAll('-', '')}Abc`
    const link = AES.encrypt(`${gift}::Champa Sandbox`, sandboxTruelinkKey).toString()
    await member.ask(sendTrueLink, { body: { link } })
    const [row] = await house.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    const code = row?.codeHash ?? ''
    // Out of the member's own wallet app, which alone would be credited too.
    const walletPhone = await phoneOf(house, member)
    const made = await makeTransfer(house.db, {
      memberId: null,
      channel: 'TRUEWALLET',
      walletPhone,
      amount: Math.round(baht * 100),
      ownReference: `gift:${code}`,
      paidAt: house.clock.now(),
    })
    return {
      amount: made.amount,
      tell: {
        opened: ({ press }) => press('/slips/gift', { code, amount: String(baht), verdict: 'settle' }),
        'wallet app': ({ press }) => press('/transfers/tell', { id: made.id }),
        'wallet app again': ({ press }) => press('/transfers/tell', { id: made.id }),
      },
    }
  },
}
