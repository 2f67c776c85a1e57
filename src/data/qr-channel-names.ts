import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QrChannel } from '#api/contract/qr-channels.ts'

/** What members call the channels for deposits by QR, by their codes. */
export const qrChannelNames: Record<QrChannel, MessageDescriptor> = {
  KBANK: msg`Kasikornbank`,
  WW: msg`PromptPay 1`,
  PAYTIMZ: msg`PromptPay 2`,
  PAYONEX: msg`PromptPay 3`,
  FP: msg`PromptPay 4`,
}
