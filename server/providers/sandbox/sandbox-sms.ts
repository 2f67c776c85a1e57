import type { Database } from '../../database/database.ts'
import { smsMessages } from '../../database/schema/access.ts'
import type { SmsGateway } from '../sms.ts'
import type { SandboxSwitches } from './switches.ts'

/** Puts messages where the sandbox's console shows them. */
export function sandboxSms(db: Database, switches: SandboxSwitches): SmsGateway {
  return {
    send: async ({ to, text }) => {
      switches.failIfArmed('sms')
      await db.insert(smsMessages).values({ phone: to, text })
    },
  }
}
