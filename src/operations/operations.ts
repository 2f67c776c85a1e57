import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Call } from '#api/contract/call.ts'
import type { StatementType } from '#api/contract/statement.ts'

interface KnownOperation {
  /** What the list of unsettled operations calls it. */
  name: MessageDescriptor
  /** The type of the statement's row by which it is found if the backend cannot report its outcome. */
  row?: StatementType
  /** For an operation of two calls: what is left to do after the first one. */
  next?: MessageDescriptor
}

/** Every operation of the contract that a screen performs, by the id of its call. `useOperation` takes no other. */
export const operations = {
  transfer: { name: msg`Transfer`, row: 'transfer' },
  transferAll: { name: msg`Transfer`, row: 'transfer' },
  collect: {
    name: msg`Transfer`,
    next: msg`Each game answers by itself. You need not wait here: the money arrives, or stays in the game.`,
  },
  withdraw: { name: msg`Withdraw`, row: 'withdraw' },
  withdrawAll: { name: msg`Withdraw`, row: 'withdraw' },
  cancelWithdrawal: { name: msg`Withdraw` },
  createQr: { name: msg`QR code` },
  cancelQr: { name: msg`QR code` },
  sendTrueLink: { name: msg`Gift link`, row: 'deposit' },
  claimInviteBonus: { name: msg`Invite bonus`, row: 'bonus' },
  receiveRefund: {
    name: msg`Cashback`,
    next: msg`It is not in your wallet yet. Open cashback and claim it.`,
  },
  addRefundToWallet: { name: msg`Cashback`, row: 'bonus' },
  activateBonus: { name: msg`Bonus` },
  activatePromotion: { name: msg`Promotion code` },
  clearBonus: { name: msg`Cancel bonus` },
  spin: { name: msg`Spin wheel` },
  claimCoupon: { name: msg`Coupon`, row: 'bonus' },
  activateGame: { name: msg`Activate` },
  resetGamePassword: { name: msg`Reset password` },
  updateProfile: { name: msg`Profile` },
  updateBankAccountName: { name: msg`Account name` },
  addBankAccount: { name: msg`Bank account` },
  chooseBankAccount: { name: msg`Bank account` },
  removeBankAccount: { name: msg`Bank account` },
  changePassword: { name: msg`Change password` },
  addPasskey: { name: msg`Passkey` },
  renamePasskey: { name: msg`Passkey` },
  removePasskey: { name: msg`Passkey` },
  endSession: { name: msg`Log out` },
  endOtherSessions: { name: msg`Log out` },
  setLimit: { name: msg`Limits` },
  confirmLimit: { name: msg`Limits` },
  setTimeLimit: { name: msg`Time at play` },
  confirmTimeLimit: { name: msg`Time at play` },
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
export const knownOperation = (id: string): KnownOperation | undefined =>
  Object.hasOwn(operations, id) ? operations[id as OperationId] : undefined
