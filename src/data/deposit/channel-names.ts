import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QrChannel } from '#api/contract/qr-channels.ts'
import { SLIP_CHANNEL } from '#lib/payments/slip-channel.ts'
import { TRUE_WALLET } from '#lib/payments/true-wallet.ts'

/** What members call the channels of deposits that are no banks in the list of banks, by their codes. */
export const channelNames: Record<QrChannel | typeof SLIP_CHANNEL | typeof TRUE_WALLET, MessageDescriptor> = {
  KBANK: msg`Kasikornbank`,
  WW: msg`PromptPay 1`,
  PAYTIMZ: msg`PromptPay 2`,
  PAYONEX: msg`PromptPay 3`,
  FP: msg`PromptPay 4`,
  [SLIP_CHANNEL]: msg`Slip`,
  [TRUE_WALLET]: msg`TrueMoney`,
}
