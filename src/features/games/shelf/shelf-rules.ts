import type { GameSlot } from '#api/contract/wallet.ts'

export const shelfOrder = ['slot', 'sport', 'lotto'] as const satisfies GameSlot['category'][]

export interface Shelf {
  category: GameSlot['category']
  slots: GameSlot[]
}

/** The games by category, in the shelves' order; a category without games has no shelf. */
export function toShelves(slots: readonly GameSlot[]): Shelf[] {
  return shelfOrder
    .map((category) => ({ category, slots: slots.filter((slot) => slot.category === category) }))
    .filter((shelf) => shelf.slots.length > 0)
}
