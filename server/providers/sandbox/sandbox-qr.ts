import type { QrProvider } from '../qr.ts'
import { promptPayPayload } from './promptpay.ts'
import type { SandboxSwitches } from './switches.ts'

/** Real codes that no bank knows: they are paid at the console. */
export function sandboxQr(switches: SandboxSwitches): QrProvider {
  return {
    create: async (order) => {
      switches.failIfArmed(`qr:${order.channel}`)
      return promptPayPayload(order)
    },
  }
}
