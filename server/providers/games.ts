export interface GamePlayer {
  gameCode: string
  memberId: string
  username: string
}

interface GameCredentials {
  username: string
  password: string
  /** Hidden fields that the provider's sign-in form wants besides. */
  event: Record<string, string> | null
}

export interface GameMove {
  gameCode: string
  username: string
  /** Satang: into the game when positive, out of it when negative. */
  amount: number
  /** The same reference moves once, however often it is asked, and never once it was cancelled. */
  reference: string
}

/** Every method throws `ProviderFailure` when the provider refuses or cannot be reached. */
export interface GamesProvider {
  openAccount(gameCode: string, memberId: string): Promise<GameCredentials>
  /** Gives the new password. */
  resetPassword(player: GamePlayer): Promise<string>
  /** Satang. */
  balance(player: GamePlayer): Promise<number>
  /** A failure may also mean that it was done and only the answer was lost. */
  move(move: GameMove): Promise<void>
  /** Sees to it that a move never counts: takes it back once if it was made, and keeps it from being made later. */
  cancel(move: Omit<GameMove, 'amount'>): Promise<void>
  /** An address that signs the player in once and soon goes stale. Relative addresses are this server's own. */
  launchLink(player: GamePlayer): Promise<string>
}
