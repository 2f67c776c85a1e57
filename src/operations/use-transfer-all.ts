import { useState } from 'react'
import { transferAll } from '#api/contract/wallet.ts'
import type { OperationResult } from './operation-runner.ts'
import { useOperation, type OperationOptions } from './use-operation.ts'

/** The delay in ms before a transfer is sent, in which the button shows its reaction to the tap. */
const pauseMs = 200

/** Transfers everything: the whole wallet to one game, or the money in all games to the wallet. */
export function useTransferAll(
  options?: Pick<OperationOptions<typeof transferAll>, 'announce' | 'onResult'>,
) {
  const operation = useOperation(transferAll, options)
  const [pausing, setPausing] = useState(false)
  const run = async (to: string): Promise<OperationResult<typeof transferAll>> => {
    setPausing(true)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const ending = operation.run({ body: { to } })
    setPausing(false)
    return ending
  }
  return { ...operation, run, busy: pausing || operation.busy }
}
