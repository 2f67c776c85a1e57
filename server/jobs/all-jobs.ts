import { auditLedger } from './ledger-audits.ts'
import { cleanUp } from './clean-up.ts'
import { encryptDaily } from './encrypt-stored-data.ts'
import { examineSlips } from './examine-slips.ts'
import { expireQrCodes } from './expire-qr-codes.ts'
import { finishProviderTransfers } from './finish-provider-transfers.ts'
import { handOverPayouts } from './hand-over-payouts.ts'
import { removeOldFiles } from './remove-old-files.ts'
import { removeOldMessages } from './remove-old-messages.ts'
import { reportHeldTransfers } from './report-held-transfers.ts'
import { sendPushes } from './send-pushes.ts'
import { sendQueuedSms } from './send-sms.ts'
import { settleGamePasswords } from './settle-game-passwords.ts'
import type { Job } from './run-jobs.ts'

/** Every kind of work that processes share by leases. */
export const allJobs: readonly Job[] = [
  finishProviderTransfers,
  settleGamePasswords,
  handOverPayouts,
  examineSlips,
  sendPushes,
  sendQueuedSms,
  reportHeldTransfers,
  auditLedger,
  expireQrCodes,
  cleanUp,
  removeOldFiles,
  removeOldMessages,
  encryptDaily,
]
