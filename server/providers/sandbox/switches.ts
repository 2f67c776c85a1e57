import { ProviderFailure } from '../provider-failure.ts'

/**
 * Lets the console make the next call of a part of the outside world fail. Names: `game:PG`, `game:PG:after` (the
 * money has moved, and only then it fails), `game:PG:lost` (the answer is lost), `qr:KBANK`, `sms`, `slip:down`, `slip:captcha`; until they are turned back
 * `chat:config`, `chat:send`, `chat:upload`.
 */
export function sandboxSwitches() {
  const armed = new Set<string>()
  return {
    armed: (name: string) => armed.has(name),
    toggle(name: string) {
      if (!armed.delete(name)) armed.add(name)
    },
    /** Throws once when the switch is armed, and disarms it. */
    failIfArmed(name: string) {
      if (armed.delete(name)) throw new ProviderFailure(`The sandbox was told to fail: ${name}`)
    },
    /** Throws once when the switch is armed, with an error that leaves open whether the call was done, as a lost answer does. */
    hangUpIfArmed(name: string) {
      if (armed.delete(name)) throw new Error(`The sandbox was told to hang up: ${name}`)
    },
  }
}
export type SandboxSwitches = ReturnType<typeof sandboxSwitches>
