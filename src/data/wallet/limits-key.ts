/** The member's limits and what has been used of them. In a file of its own, because a visitor on a break loads it too. */
export const limitsKey = ['limits'] as const
