import { randomUUID } from 'node:crypto'
import AES from 'crypto-js/aes.js'
import { desc, eq } from 'drizzle-orm'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { addMoney } from '#api/contract/wallet.ts'
import { sendTrueLink } from '#api/contract/true-link.ts'
import { sandboxTruelinkKey } from '#lib/payments/truelink-key.ts'
import { transact } from '../database/query.ts'
import { qrCodes, sandboxTransfers, slips, trueLinks } from '../database/schema/deposits.ts'
import { members } from '../database/schema/members.ts'
import { bankReferenceOf } from '../modules/slip/bank-reference.ts'
import { confirmQrPayment, uncreditedPayments } from '../modules/qrcode/qr-payment.ts'
import { examineSlip } from '../modules/slip/examine-slip.ts'
import type { TestProgram } from '../modules/test-crash.ts'
import type { TestServer, TestMember } from '../modules/test-server.ts'
import { makeTransfer, reportOf, type SandboxTransfer, slipOf } from '../providers/sandbox/transfer-book.ts'
import { receiveFromFeed } from './bank-feed.ts'
import { listSuspected, type Suspected } from './decide-suspected.ts'

/** A transfer that was made but not reported yet, with every way of reporting it, which can be repeated. */
export interface MadeTransfer {
  /** Satang. */
  amount: number
  report: Record<string, (program: TestProgram) => Promise<unknown>>
  /** The decision of staff after all reports, if none shows that they are one transfer. */
  decide?: (program: TestProgram) => Promise<unknown>
}

type Make = (server: TestServer, member: TestMember, baht: number) => Promise<MadeTransfer>

/** Stores a slip whose picture has been read, to be examined. */
export async function slipIn(server: TestServer, memberId: string, bankReference: string) {
  const reference = randomUUID()
  const file = { filePath: 'none.png', fileHash: '', contentType: 'image/png', size: 1 }
  const createdAt = server.clock.now()
  await server.db.insert(slips).values({ memberId, reference, bankReference, createdAt, ...file })
  return reference
}

async function slipReport(server: TestServer, memberId: string, made: SandboxTransfer) {
  const slip = slipOf(made)
  if (!slip) throw new Error('No slip of this one')
  const reference = await slipIn(server, memberId, bankReferenceOf(slip))
  return ({ context }: TestProgram) => examineSlip(context, reference)
}

async function settledByHand(server: TestServer, memberId: string, made: SandboxTransfer, baht: number) {
  const reference = await slipIn(
    server,
    memberId,
    bankReferenceOf(slipOf(made) ?? { bankNo: '', reference: '' }),
  )
  return ({ submitSeen }: TestProgram) => submitSeen('/slips/settle', { reference, amount: String(baht) })
}

export async function phoneOf(server: TestServer, { id }: TestMember): Promise<string> {
  const [row] = await server.db.select().from(members).where(eq(members.id, id))
  return row?.username ?? ''
}

export async function madeFor(server: TestServer, { id }: TestMember): Promise<SandboxTransfer> {
  const [member] = await server.db.select().from(members).where(eq(members.id, id))
  const [made] = await server.db
    .select()
    .from(sandboxTransfers)
    .where(eq(sandboxTransfers.fromAccount, member?.bankAccountNo ?? ''))
    .orderBy(desc(sandboxTransfers.createdAt))
    .limit(1)
  if (!made) throw new Error('Nothing was made')
  return made
}

async function codeOf(
  server: TestServer,
  { id, request }: TestMember,
  baht: number,
  channel: QrChannel = 'KBANK',
): Promise<string> {
  await request(createQr, { params: { code: channel }, body: { amount: baht } })
  const [row] = await server.db.select().from(qrCodes).where(eq(qrCodes.memberId, id))
  return row?.reference ?? ''
}

/** A code paid at a channel that leaves out the bank's reference, while the bank does not know the code. */
async function paidUnnamedCode(
  server: TestServer,
  member: TestMember,
  baht: number,
  isLate: boolean,
): Promise<MadeTransfer> {
  const reference = await codeOf(server, member, baht)
  if (isLate) await server.submitForm('/qr/expire', { reference })
  const paid = { channel: 'KBANK', amount: Math.round(baht * 100), paidAt: server.clock.now() }
  const made = await makeTransfer(server.db, { ...paid, memberId: member.id })
  const payment = { ...paid, reference, bankReference: null }
  return {
    amount: made.amount,
    report: {
      channel: ({ context: { db, clock } }) =>
        transact(db, (tx) => confirmQrPayment(tx, payment, clock.now())),
      slip: await slipReport(server, member.id, made),
      feed: byFeed(made),
      ...(isLate
        ? { 'credited by hand': creditByHand(server, reference) }
        : { 'slip settled by hand': await settledByHand(server, member.id, made, baht) }),
    },
    decide: async ({ submitForm }) => {
      if (isLate) await submitForm('/qr/credit', await creditForm(server, reference))
      await sameBySuspicion(server, member)
    },
  }
}

/** Staff decide that each suspected transfer of the member is the one that it is likeliest to be. */
export async function sameBySuspicion(server: TestServer, member: TestMember): Promise<void> {
  for (const held of await suspectedOf(server, member))
    await server.submitForm('/suspected/same', sameForm(held))
}

/** Staff decide that each suspected transfer of the member is none of those that it may be. */
export async function anotherBySuspicion(server: TestServer, member: TestMember): Promise<void> {
  for (const held of await suspectedOf(server, member))
    await server.submitForm('/suspected/another', anotherForm(held))
}

/** What the console's forms send about a suspected transfer. */
export const shownOf = (held: Suspected | undefined) => ({
  id: held?.transfer.id ?? '',
  member: held?.transfer.memberId ?? '',
})
export const sameForm = (held: Suspected | undefined) => ({
  ...shownOf(held),
  duplicate: held?.duplicates[0]?.id ?? '',
})
export const anotherForm = (held: Suspected | undefined) => ({
  ...shownOf(held),
  listed: listedOf(held?.duplicates ?? []),
})

/** What the console's form sends about a code's late payments. */
export async function creditForm({ db }: TestServer, reference: string) {
  const codes = await db.select().from(qrCodes).where(eq(qrCodes.reference, reference))
  return { reference, listed: listedOf(await uncreditedPayments(db, codes)) }
}

const creditByHand =
  (server: TestServer, reference: string) =>
  async ({ submitForm }: TestProgram) =>
    submitForm('/qr/credit', await creditForm(server, reference))

/** What the console lists that a transfer may be, as its forms send it. */
export const listedOf = (duplicates: readonly { id: string }[]) => duplicates.map(({ id }) => id).join(' ')

export const suspectedOf = async (server: TestServer, { id }: TestMember) =>
  (await listSuspected(server.db, 1000)).filter(({ transfer }) => transfer.memberId === id)

/** The bank feed of the account that receives the code's money: it knows the transfer, but not the code. */
const byFeed = (made: SandboxTransfer) => async (program: TestProgram) => {
  const { db, clock } = program.context
  await transact(db, (tx) => receiveFromFeed(tx, reportOf(made), clock.now()))
}

async function paidCode(
  server: TestServer,
  member: TestMember,
  baht: number,
  isLate: boolean,
  { namesBank = true, channel }: { namesBank?: boolean; channel?: QrChannel } = {},
): Promise<MadeTransfer> {
  const reference = await codeOf(server, member, baht, channel)
  if (isLate) await server.submitForm('/qr/expire', { reference })
  await server.submitForm('/qr/pay', { reference, told: 'later' })
  const made = await madeFor(server, member)
  return {
    amount: made.amount,
    report: {
      channel: ({ submitForm }) =>
        namesBank
          ? submitForm('/qr/pay', { reference })
          : submitForm('/transfers/tell', { id: made.id, by: 'channel' }),
      slip: await slipReport(server, member.id, made),
      feed: byFeed(made),
      ...(isLate
        ? { 'credited by hand': creditByHand(server, reference) }
        : { 'slip settled by hand': await settledByHand(server, member.id, made, baht) }),
    },
    // Where the bank names no account of the house, a slip does not join the reports of the channel and of the bank.
    ...(channel && { decide: () => sameBySuspicion(server, member) }),
  }
}

export const transfers: Record<string, Make> = {
  'a bank transfer': async (server, member, baht) => {
    const phone = await phoneOf(server, member)
    await server.submitForm('/transfers', { phone, amount: String(baht), told: 'later' })
    const made = await madeFor(server, member)
    return {
      amount: made.amount,
      report: {
        feed: ({ submitForm }) => submitForm('/transfers/tell', { id: made.id }),
        slip: await slipReport(server, member.id, made),
        'the slip again': await slipReport(server, member.id, made),
        'slip settled by hand': await settledByHand(server, member.id, made, baht),
      },
    }
  },
  'a transfer added in the sandbox': async (server, member, baht) => {
    const key = randomUUID()
    await member.request(addMoney, { body: { amount: baht }, key })
    const made = await madeFor(server, member)
    return {
      amount: made.amount,
      report: {
        added: ({ request }) => request(addMoney, { body: { amount: baht }, key }),
        feed: ({ submitForm }) => submitForm('/transfers/tell', { id: made.id }),
        slip: await slipReport(server, member.id, made),
      },
    }
  },
  'a code paid in time': (server, member, baht) => paidCode(server, member, baht, false),
  'a code paid late': (server, member, baht) => paidCode(server, member, baht, true),
  "a code of a channel without the bank's reference": (server, member, baht) =>
    paidUnnamedCode(server, member, baht, false),
  "a code paid late at a channel without the bank's reference": (server, member, baht) =>
    paidUnnamedCode(server, member, baht, true),
  "a code of a channel without the bank's reference, on a slip that names the code": (server, member, baht) =>
    paidCode(server, member, baht, false, { namesBank: false }),
  "a code collected at no account of the list, of a channel without the bank's reference": (
    server,
    member,
    baht,
  ) => paidCode(server, member, baht, false, { namesBank: false, channel: 'PAYTIMZ' }),
  'a gift link': async (server, member, baht) => {
    const gift = `https://gift.truemoney.com/campaign/?v=${randomUUID().replaceAll('-', '')}Abc`
    const link = AES.encrypt(`${gift}::Champa Sandbox`, sandboxTruelinkKey).toString()
    await member.request(sendTrueLink, { body: { link } })
    const [row] = await server.db.select().from(trueLinks).where(eq(trueLinks.memberId, member.id))
    const code = row?.codeHash ?? ''
    // From the member's own wallet app, which would be credited too if reported alone.
    const walletPhone = await phoneOf(server, member)
    const made = await makeTransfer(server.db, {
      memberId: null,
      channel: 'TRUEWALLET',
      walletPhone,
      amount: Math.round(baht * 100),
      ownReference: `gift:${code}`,
      paidAt: server.clock.now(),
    })
    return {
      amount: made.amount,
      report: {
        opened: ({ submitSeen }) =>
          submitSeen('/slips/gift', { code, amount: String(baht), verdict: 'settle' }),
        'wallet app': ({ submitForm }) => submitForm('/transfers/tell', { id: made.id }),
        'wallet app again': ({ submitForm }) => submitForm('/transfers/tell', { id: made.id }),
      },
    }
  },
}
