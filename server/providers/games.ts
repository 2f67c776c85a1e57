export interface GamePlayer {
  gameCode: string
  memberId: string
  username: string
}

interface OpenedAccount {
  username: string
  /** Hidden fields that the provider's sign-in form wants besides. */
  event: Record<string, string> | null
}

export interface GameMove {
  gameCode: string
  username: string
  /** Satang: into the game when positive, out of it when negative. */
  amount: number
  /** Idempotency key: a transfer with the same reference happens once, and not at all after it was cancelled. */
  reference: string
}

/**
 * Every method throws `ProviderFailure` when the provider refuses or cannot be reached. None is called inside a transaction. Who
 * calls waits at most half a minute, and takes what comes later for silence.
 */
export interface GamesProvider {
  /**
   * Opens the member's account with this password: ten lower-case letters and digits, at least one of each (`newPassword`). The member signs in
   * with it, so the provider has to take that form as it is. Asked again after a lost answer, it gives the same account, with the password of that call.
   * A failure means that this call did nothing and will do nothing; another error, or silence, leaves that open, and it is asked again.
   */
  openAccount(account: { gameCode: string; memberId: string; password: string }): Promise<OpenedAccount>
  /**
   * Sets exactly this password. May be asked again at any time: an account that has it already is a success. Failures, errors and silence
   * as with `openAccount`.
   */
  setPassword(player: GamePlayer, password: string): Promise<void>
  /** What it would pay out now, without the stakes of open rounds; satang. */
  balance(player: GamePlayer): Promise<number>
  /**
   * May be asked again at any time, also by two at once. A failure may also mean that it was done and only the answer was lost:
   * the transfer is cancelled then, or asked again where it takes the house's money back. Another error, or silence, leaves it open, and it is asked again.
   * Several of one player may be asked for at once: what each takes is reserved in the books before, so their order does not matter. Where a
   * provider makes one at a time, its adapter has the second wait: a refusal would cancel it.
   */
  move(move: GameMove): Promise<void>
  /** Cancels a transfer for good: reverses it once if it happened, and refuses it if it arrives later. */
  cancel(move: Omit<GameMove, 'amount'>): Promise<void>
  /** A one-time sign-in address that expires soon. A relative address is on this server. */
  launchLink(player: GamePlayer): Promise<string>
}
