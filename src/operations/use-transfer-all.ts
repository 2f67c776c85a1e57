import { transferAll } from '#api/contract/wallet.ts'
import { useOperation, type OperationOptions } from './use-operation.ts'

const delayMs = 200

/** Transfers everything: the whole wallet to one game, or the money in all games to the wallet. */
export const useTransferAll = (options?: OperationOptions<typeof transferAll>) =>
  useOperation(transferAll, { ...options, delayMs })
