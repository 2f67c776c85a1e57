import { countAttempt } from '../../auth/attempts.ts'
import { hashOf, newToken } from '../../auth/tokens.ts'
import { type Clock, later } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { decryptText, encryptText, isEncrypted } from '../../encryption/encrypt-text.ts'
import type { Keyring } from '../../encryption/keyring.ts'

interface Ticket<Holder> {
  holder: Holder
  goodUntil: number
  /** So that no two tickets are alike. */
  id: string
}

interface Needs {
  db: Database
  keys: Keyring
  /** What the tickets are for: those of another kind are not valid. */
  name: string
  /** In ms. */
  lifetime: number
  clock: Pick<Clock, 'now'>
}

/**
 * Secrets that stand for somebody for a while. Each says for whom, encrypted: any process that has the keys can read it, whichever
 * issued it. Nothing is kept, but for those that were taken.
 */
export function createTicketStore<Holder>({ db, keys, name, lifetime, clock }: Needs) {
  const place = `ticket ${name}`

  const read = (secret: string): Ticket<Holder> | null => {
    try {
      // `decryptText` returns a plain text as it is, so whoever writes one would have made a ticket.
      if (!isEncrypted(secret)) return null
      const ticket = JSON.parse(decryptText(keys, secret, place)) as Ticket<Holder>
      return ticket.goodUntil > clock.now().getTime() ? ticket : null
    } catch {
      return null
    }
  }

  return {
    issue(holder: Holder): string {
      const ticket: Ticket<Holder> = {
        holder,
        goodUntil: later(clock.now(), lifetime).getTime(),
        id: newToken(),
      }
      return encryptText(keys, JSON.stringify(ticket), place)
    },
    find: (secret: string): Holder | null => read(secret)?.holder ?? null,
    /** Gives the holder, once in all processes. */
    async take(secret: string): Promise<Holder | null> {
      const ticket = read(secret)
      if (ticket === null) return null
      // Counted until the ticket's own end, which the clock of another process may have set: one that is behind must not take it again.
      const now = clock.now()
      const once = { key: `${place}:${hashOf(secret)}`, max: 1, within: ticket.goodUntil - now.getTime() }
      return (await countAttempt(db, once, now)) ? ticket.holder : null
    },
  }
}
export type TicketOffice<Holder> = ReturnType<typeof createTicketStore<Holder>>
