import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as account from '#api/contract/account.ts'
import type * as bankAccount from '#api/contract/bank-account.ts'
import type * as bonus from '#api/contract/bonus.ts'
import type { Call } from '#api/contract/call.ts'
import type * as collect from '#api/contract/collect.ts'
import type * as invite from '#api/contract/invite.ts'
import type * as limits from '#api/contract/limits.ts'
import type * as passkey from '#api/contract/passkey.ts'
import type * as promotion from '#api/contract/promotion.ts'
import type * as qrcode from '#api/contract/qrcode.ts'
import type * as refund from '#api/contract/refund.ts'
import type * as session from '#api/contract/session.ts'
import type * as spinwheel from '#api/contract/spinwheel.ts'
import type * as wallet from '#api/contract/wallet.ts'
import type * as withdrawal from '#api/contract/withdrawal.ts'

type Contract = typeof account &
  typeof bankAccount &
  typeof bonus &
  typeof collect &
  typeof invite &
  typeof limits &
  typeof passkey &
  typeof promotion &
  typeof qrcode &
  typeof refund &
  typeof session &
  typeof spinwheel &
  typeof wallet &
  typeof withdrawal

/** Slips have the outbox, which shows their outcome; the sandbox's own call has no screen. */
type Elsewhere = 'uploadSlip' | 'addMoney'
type MembersOperation = { readonly access: 'member'; readonly changes: true }
type IdOf<C> = C extends MembersOperation & { readonly id: infer Id extends string } ? Id : never

/** Every call of the contract that changes a member's money or state, and that a screen performs. */
export type OperationId = Exclude<
  { [Name in keyof Contract]: IdOf<Contract[Name]> }[keyof Contract],
  Elsewhere
>
export type OperationCall = Call & { readonly changes: true; readonly id: OperationId }

/** The names of operations in the list of unsettled ones. An operation without a name does not compile. */
export const operationNames: Record<OperationId, MessageDescriptor> = {
  transfer: msg`Transfer`,
  transferAll: msg`Transfer`,
  collect: msg`Transfer`,
  withdraw: msg`Withdraw`,
  withdrawAll: msg`Withdraw`,
  cancelWithdrawal: msg`Withdraw`,
  createQr: msg`QR code`,
  cancelQr: msg`QR code`,
  sendTrueLink: msg`Gift link`,
  claimInviteBonus: msg`Invite bonus`,
  receiveRefund: msg`Cashback`,
  addRefundToWallet: msg`Cashback`,
  activateBonus: msg`Bonus`,
  activatePromotion: msg`Promotion code`,
  clearBonus: msg`Cancel bonus`,
  spin: msg`Spin wheel`,
  claimCoupon: msg`Coupon`,
  activateGame: msg`Activate`,
  resetGamePassword: msg`Reset password`,
  updateProfile: msg`Profile`,
  updateBankAccountName: msg`Account name`,
  addBankAccount: msg`Bank account`,
  chooseBankAccount: msg`Bank account`,
  removeBankAccount: msg`Bank account`,
  changePassword: msg`Change password`,
  addPasskey: msg`Passkey`,
  renamePasskey: msg`Passkey`,
  removePasskey: msg`Passkey`,
  endSession: msg`Log out`,
  endOtherSessions: msg`Log out`,
  setLimit: msg`Limits`,
  confirmLimit: msg`Limits`,
  setTimeLimit: msg`Time at play`,
  confirmTimeLimit: msg`Time at play`,
  setRealityCheck: msg`Reality check`,
  takeBreak: msg`Take a break`,
}

/** For operations of two calls: what is left to do after the first one. */
export const nextSteps: Partial<Record<OperationId, MessageDescriptor>> = {
  receiveRefund: msg`It is not in your wallet yet. Open cashback and claim it.`,
  collect: msg`Each game answers by itself. You need not wait here: the money arrives, or stays in the game.`,
}

export const isOperationId = (id: string): id is OperationId => Object.hasOwn(operationNames, id)
