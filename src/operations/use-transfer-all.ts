import { useState } from 'react'
import { transferAll } from '#api/contract/wallet.ts'
import type { OperationResult } from './operation-runner.ts'
import { useOperation, type OperationOptions } from './use-operation.ts'

/** Gives a member who tapped by mistake time to see that the button works before the money moves. */
const pauseMs = 200

/** Moves everything: the whole wallet into one game, or the money in all games into the wallet. */
export function useTransferAll(options?: Pick<OperationOptions<typeof transferAll>, 'announce'>) {
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
