import type { GameSlot } from '#api/contract/wallet.ts'

const shelfOrder = ['slot', 'sport', 'lotto'] as const satisfies GameSlot['category'][]

interface Shelf {
  category: GameSlot['category']
  slots: GameSlot[]
}

/** The games by category, in the shelves' order, the last played first; a category without games has no shelf. */
export function toShelves(slots: readonly GameSlot[], lastPlayed: readonly string[] = []): Shelf[] {
  const turn = ({ code }: GameSlot) => {
    const index = lastPlayed.indexOf(code)
    return index < 0 ? lastPlayed.length : index
  }
  const ordered = slots.toSorted((one, other) => turn(one) - turn(other))
  return shelfOrder
    .map((category) => ({ category, slots: ordered.filter((slot) => slot.category === category) }))
    .filter((shelf) => shelf.slots.length > 0)
}

/** From this many games on there is a search. */
export const manyGames = 12
