import { and, eq } from 'drizzle-orm'
import type { Database } from '../../database/database.ts'
import { sandboxTransfers } from '../../database/schema/deposits.ts'
import { qrReferenceIn } from '../../deposits/transfer-reference.ts'
import type { BankProvider } from '../bank.ts'
import type { SandboxSwitches } from './switches.ts'
import { reportOf } from './transfer-book.ts'

/** Knows every transfer that the sandbox made. Payouts need no handing over: the console lists what waits. */
export function sandboxBank(db: Database, switches: SandboxSwitches): BankProvider {
  return {
    payOut: () => Promise.resolve(),
    async findTransfer({ bankNo, reference }) {
      switches.failIfArmed('slip:down')
      if (switches.armed('slip:captcha')) return { outcome: 'captcha' }
      const [made] = await db
        .select()
        .from(sandboxTransfers)
        .where(and(eq(sandboxTransfers.bankNo, bankNo), eq(sandboxTransfers.bankReference, reference)))
      if (!made) return { outcome: 'unknown' }
      const billReference = qrReferenceIn(made.ownReference)
      const slip = { bankNo: made.bankNo, reference: made.bankReference }
      return { outcome: 'found', transfer: { ...reportOf(made), slip, billReference } }
    },
  }
}
