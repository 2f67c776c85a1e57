import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as v from 'valibot'
import type { Call } from '#api/contract/call.ts'
import { type Limits, setLimit, setTimeLimit } from '#api/contract/limits.ts'
import { createQr } from '#api/contract/qrcode.ts'
import { claimCoupon, spin } from '#api/contract/spinwheel.ts'
import type { StatementType } from '#api/contract/statement.ts'
import { cancelWithdrawal } from '#api/contract/withdrawal.ts'
import { serverNow } from '#lib/dates/clock.ts'
import { lookup } from '#lib/lookup.ts'
import { backStepOf, cameBackWords } from '#data/wallet/came-back.ts'
import { spinErrorWords } from '#errors/wheel-errors.ts'

/** How a successful operation ended. Gold: the member has something left to do, or to wait for. */
export interface Ended {
  words: string
  tone: 'jade' | 'gold' | 'coral'
}

export interface KnownOperation {
  /** What the list of unsettled operations calls it: a name of its own, so that an operation and its undoing differ. */
  name: MessageDescriptor
  /** The type of the statement's row by which it is found if the backend cannot report its outcome. */
  row?: StatementType
  /** What its reply says, unless that is only that it went through. `amount`: what was asked for, in satang, if it has an amount. */
  ended?: (reply: unknown, sent: { amount?: number | undefined }) => Ended | undefined
}

const inWords = (words: MessageDescriptor, tone: Ended['tone'] = 'gold'): Ended => ({
  words: i18n._(words),
  tone,
})

/** The reply is of that moment: since then it may have been paid, refused or cancelled, on another device too. */
const withdrawalNoted = (): Ended =>
  inWords(
    msg`Your withdrawal was noted. The statement shows its status. If the bank cannot take it, the money comes back to your wallet.`,
  )

/** The wheel reports refusals inside a successful reply. */
const wheelRefusal = (error: string | null | undefined): Ended => ({
  words: spinErrorWords(error),
  tone: 'coral',
})

/** The reply has all limits, not the one that was set. Where a raise may be another's, the words hold for both. */
function limitEnded({ limits, times }: Limits, asked?: { amount: number | null }): Ended {
  const raised = asked
    ? limits.some(({ raise }) => raise && (raise.amount ?? null) === asked.amount)
    : times.some(({ raise }) => raise)
  if (!raised) return inWords(msg`Your limit is in force`, 'jade')
  return asked && (asked.amount === null || limits.every(({ amount }) => amount !== asked.amount))
    ? inWords(msg`Asked for. Please confirm it after 24 hours.`)
    : inWords(msg`A higher limit has to wait for 24 hours. Please confirm it then.`)
}

/** Every operation of the contract that a screen performs, by the id of its call. `useOperation` takes no other. */
export const operations = {
  transfer: { name: msg`Transfer`, row: 'transfer' },
  transferAll: { name: msg`Transfer all`, row: 'transfer' },
  collect: {
    name: msg`Move all to wallet`,
    ended: () =>
      inWords(
        msg`Each game answers by itself. You need not wait here: the money arrives, or stays in the game.`,
      ),
  },
  withdraw: { name: msg`Withdraw`, row: 'withdraw', ended: withdrawalNoted },
  withdrawAll: { name: msg`Withdraw`, row: 'withdraw', ended: withdrawalNoted },
  cancelWithdrawal: {
    name: msg`Cancel withdrawal`,
    ended(reply) {
      const { isReturned, isRefusedByStaff } = v.is(cancelWithdrawal.reply, reply) ? reply : {}
      return inWords(cameBackWords[backStepOf({ isCancelled: !isReturned, isRefusedByStaff })], 'jade')
    },
  },
  createQr: {
    name: msg`Create QR`,
    ended(reply) {
      const { output, success } = v.safeParse(createQr.reply, reply)
      if (!success) return inWords(msg`To pay it, open the deposit before the QR’s time is over.`)
      if (!output.hasQrcode)
        return { words: output.message || i18n._(msg`The QR could not be created`), tone: 'coral' }
      return output.expireIn > serverNow()
        ? inWords(msg`To pay it, open the deposit before the QR’s time is over.`)
        : inWords(msg`The QR has expired`)
    },
  },
  cancelQr: { name: msg`Cancel QR` },
  sendTrueLink: {
    name: msg`Gift link`,
    row: 'deposit',
    ended: () => inWords(msg`The money is in your wallet as soon as the gift has been opened.`),
  },
  claimInviteBonus: { name: msg`Invite bonus`, row: 'bonus' },
  receiveRefund: {
    name: msg`Cashback`,
    ended: () => inWords(msg`It goes to your wallet when you claim it in cashback.`),
  },
  addRefundToWallet: { name: msg`Claim cashback`, row: 'bonus' },
  activateBonus: { name: msg`Claim bonus` },
  activatePromotion: { name: msg`Promotion code` },
  clearBonus: { name: msg`Cancel bonus` },
  spin: {
    name: msg`Spin wheel`,
    ended(reply) {
      const answer = v.safeParse(spin.reply, reply)
      if (!answer.success) return undefined
      const { success, error, result } = answer.output
      if (!success) return wheelRefusal(error)
      const label = result?.label
      return label ? inWords(msg`The wheel stopped at: ${label}`) : undefined
    },
  },
  claimCoupon: {
    name: msg`Coupon`,
    row: 'bonus',
    ended(reply) {
      const answer = v.safeParse(claimCoupon.reply, reply)
      return answer.success && !answer.output.success ? wheelRefusal(answer.output.error) : undefined
    },
  },
  activateGame: { name: msg`Activate a game` },
  resetGamePassword: { name: msg`Reset a game password` },
  updateProfile: { name: msg`Profile` },
  updateBankAccountName: { name: msg`Edit the account name` },
  addBankAccount: { name: msg`Add a bank account` },
  chooseBankAccount: { name: msg`Choose the usual bank account` },
  removeBankAccount: { name: msg`Remove a bank account` },
  changePassword: { name: msg`Change password` },
  addPasskey: { name: msg`Add a passkey` },
  renamePasskey: { name: msg`Rename a passkey` },
  removePasskey: { name: msg`Remove a passkey` },
  endSession: { name: msg`Log out another device` },
  endOtherSessions: { name: msg`Log out all other devices` },
  setLimit: {
    name: msg`Set a limit`,
    ended(reply, { amount = null }) {
      const answer = v.safeParse(setLimit.reply, reply)
      return answer.success ? limitEnded(answer.output, { amount }) : undefined
    },
  },
  confirmLimit: { name: msg`Confirm a higher limit` },
  setTimeLimit: {
    name: msg`Set a time limit`,
    ended(reply) {
      const answer = v.safeParse(setTimeLimit.reply, reply)
      return answer.success ? limitEnded(answer.output) : undefined
    },
  },
  confirmTimeLimit: { name: msg`Confirm more time at play` },
  setRealityCheck: { name: msg`Reality check` },
  takeBreak: { name: msg`Take a break` },
} satisfies Record<string, KnownOperation>

export type OperationId = keyof typeof operations
export type OperationCall = Call & {
  readonly access: 'member'
  readonly changes: true
  readonly id: OperationId
}

/** Undefined for an id that an earlier release has logged and this one does not know. */
export const knownOperation = (id: string) => lookup<KnownOperation>(operations, id)
