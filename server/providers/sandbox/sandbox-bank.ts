import { eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { incomingTransfers } from '../../database/schema/deposits.ts'
import { bankReferenceOf, transferOf } from '../../modules/slip/bank-reference.ts'
import type { BankProvider } from '../bank.ts'
import type { SandboxSwitches } from './switches.ts'

/** Knows the transfers whose slips the console made. Payouts need no handing over: the console lists what waits. */
export function sandboxBank(db: Database, switches: SandboxSwitches): BankProvider {
  return {
    payOut: () => Promise.resolve(),
    async findTransfer(slip) {
      switches.failIfArmed('slip:down')
      if (switches.armed('slip:captcha')) return { outcome: 'captcha' }
      const [row] = await db
        .select()
        .from(incomingTransfers)
        .where(eq(incomingTransfers.reference, transferOf(bankReferenceOf(slip))))
      if (!row) return { outcome: 'unknown' }
      const { amount, fromAccount, toAccount, createdAt } = row
      return {
        outcome: 'found',
        transfer: {
          amount,
          fromAccountNo: fromAccount ?? '',
          toAccountNo: toAccount ?? '',
          paidAt: createdAt,
        },
      }
    },
  }
}
