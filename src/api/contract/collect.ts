import * as v from 'valibot'
import { memberCall, operation } from './call.ts'
import { listOf, time } from './fields.ts'
import { money } from './money.ts'

const extension = 'collect'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    collect: true
  }
}

/** How the money of one game is doing: on its way, in the wallet, or back in the game. */
const collectStatuses = ['moving', 'moved', 'returned'] as const

const collection = v.object({
  id: v.string(),
  createdAt: time,
  moves: listOf(
    v.object({
      /** The game's code. */
      code: v.string(),
      amount: money,
      status: v.picklist(collectStatuses),
    }),
  ),
})
export type Collection = v.InferOutput<typeof collection>
export type CollectMove = Collection['moves'][number]

/**
 * Begins to bring the money of every game to the wallet, each by a transfer of its own: one that fails stops no other. The reply
 * comes before any game was asked; `getCollection` reports the outcome of each transfer. `id` is missing if no game holds money.
 */
export const collect = operation('collect', 'POST /api/wallet/collect', {
  extension,
  reply: v.object({ message: v.string(), amount: money, id: v.nullish(v.string()) }),
})

/**
 * The transfers of the `collect` that answered with this id; without one, those of the member's last `collect`, or null if there was
 * none. Each has what it began, and what was still on its way from the one before.
 */
export const getCollection = memberCall('getCollection', 'GET /api/wallet/collect/:id?', {
  extension,
  reply: v.nullable(collection),
})
