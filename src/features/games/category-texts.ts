import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GameSlot } from '#api/contract/wallet.ts'

/** The categories of games as texts. */
export const categoryTexts: Record<GameSlot['category'], MessageDescriptor> = {
  slot: msg`Slot`,
  sport: msg`Sport + Casino`,
  lotto: msg`Lotto`,
}
