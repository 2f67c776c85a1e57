import { useState } from 'react'
import { transferAll } from '#api/contract/wallet.ts'
import type { ActEnd } from './act-runner.ts'
import { useAct } from './act.ts'

/** A member who tapped by mistake sees the button work before the money moves. */
const pauseMs = 200

/** Moves everything to one side: the whole wallet into a game, or everything from every game into the wallet. */
export function useTransferAll() {
  const act = useAct(transferAll)
  const [pausing, setPausing] = useState(false)
  const run = async (to: string): Promise<ActEnd<typeof transferAll>> => {
    setPausing(true)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    const ending = act.run({ body: { to } })
    setPausing(false)
    return ending
  }
  return { ...act, run, busy: pausing || act.busy }
}
