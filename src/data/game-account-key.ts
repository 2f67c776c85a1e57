/** The username and password of a game. In a file of its own, because the first screens know it too. */
export const gameAccountKey = ['game-account'] as const
