import { lookup } from '#lib/lookup.ts'
import type { OperationId } from '../operations.ts'

const kinds: Partial<Record<OperationId, OperationId>> = {
  transferAll: 'transfer',
  collect: 'transfer',
  withdrawAll: 'withdraw',
}

/**
 * The operations that a form waits for are those of its own kind: they move the same money. Any other is of its own. Here and not in the
 * record, because a form must wait even if that cannot be loaded.
 */
export const kindOf = (id: string): string => lookup(kinds, id) ?? id
