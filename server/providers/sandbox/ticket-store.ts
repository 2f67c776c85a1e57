import { randomBytes } from 'node:crypto'

interface Ticket<Holder> {
  holder: Holder
  goodUntil: number
}

/** Secrets that stand for somebody for a while. Kept in memory: a restart makes them all stale. Times in ms. */
export function createTicketStore<Holder>(lifetime: number, now: () => number = Date.now) {
  const tickets = new Map<string, Ticket<Holder>>()

  const find = (secret: string): Holder | null => {
    const ticket = tickets.get(secret)
    return ticket !== undefined && ticket.goodUntil > now() ? ticket.holder : null
  }

  return {
    issue(holder: Holder): string {
      for (const [secret, ticket] of tickets) if (ticket.goodUntil <= now()) tickets.delete(secret)
      const secret = randomBytes(24).toString('base64url')
      tickets.set(secret, { holder, goodUntil: now() + lifetime })
      return secret
    },
    find,
    /** Gives the holder, once. */
    take(secret: string): Holder | null {
      const holder = find(secret)
      tickets.delete(secret)
      return holder
    },
  }
}
export type TicketOffice<Holder> = ReturnType<typeof createTicketStore<Holder>>
