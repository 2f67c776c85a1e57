import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Slice, spin } from '#api/contract/spinwheel.ts'
import type { ActEnd } from '#data/act-runner.ts'
import { useAct } from '#data/act.ts'
import { useBusyWhile } from '#data/busy.ts'
import { sayFailed, sayRefused } from './say-failure.ts'
import { briefRideTo, type Ride, rideTo } from './wheel-geometry.ts'
import { reloadWheel, spinSetupQueryOptions } from './wheel-queries.ts'
import { couldSpin, type Won, wonOn } from './wheel-rules.ts'

const POPUP_AFTER_MS = 2000

/** What is to be seen of one spin: the wheel as it was when the answer came. */
export interface Shown extends Won {
  slices: readonly Slice[]
  ride: Ride | null
  stage: 'turning' | 'landed' | 'told'
}

/** One spin after the other: asks, turns to what was won, and tells of it. */
export function useSpin() {
  const queryClient = useQueryClient()
  const setup = useQuery(spinSetupQueryOptions)
  const act = useAct(spin)
  const [shown, setShown] = useState<Shown | null>(null)
  const [angle, setAngle] = useState(0)
  const going = useRef(false)

  const slices = shown?.slices ?? setup.data?.wheel?.slice ?? []
  const coins = shown?.remainingCoin ?? setup.data?.coins ?? 0
  const busy = act.busy || (shown !== null && shown.stage !== 'told')
  useBusyWhile(busy)

  const follow = async (ending: Promise<ActEnd<typeof spin>>) => {
    const end = await ending
    if (end.status === 'unknown') return
    const reply = end.status === 'done' ? end.reply : undefined
    if (reply?.success && reply.result) return turn(reply.result)
    void reloadWheel(queryClient)
    if (end.status === 'failed') sayFailed(end.error)
    else sayRefused(reply?.error)
  }
  const turn = async (result: Parameters<typeof wonOn>[1]) => {
    let on = setup.data?.wheel?.slice ?? []
    let won = wonOn(on, result)
    if (won.index < 0) {
      // The house has changed its wheel since this one was drawn.
      on = (await setup.refetch()).data?.wheel?.slice ?? on
      won = wonOn(on, result)
    }
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    const end = { from: angle, index: won.index, count: on.length }
    const ride = won.index < 0 ? null : still ? briefRideTo(end) : rideTo(end)
    if (ride) setAngle(ride.to)
    setShown({ ...won, slices: on, ride, stage: ride ? 'turning' : 'told' })
  }
  /** A second tap while the first is on its way is none. */
  const once = async (begin: () => Promise<ActEnd<typeof spin>>) => {
    if (going.current) return
    going.current = true
    try {
      await follow(begin())
    } finally {
      going.current = false
    }
  }

  const isLanded = shown?.stage === 'landed'
  useEffect(() => {
    if (!isLanded) return
    const timer = setTimeout(() => setShown((now) => now && { ...now, stage: 'told' }), POPUP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isLanded])

  return {
    setup,
    act,
    slices,
    coins,
    busy,
    angle,
    shown,
    start() {
      if (!shown && couldSpin({ busy, coins, slices })) void once(() => act.run({}))
    },
    askAgain: () => void once(act.askAgain),
    land: () => setShown((now) => now && { ...now, stage: 'landed' }),
    /** The prize was read: on with a wheel and coins asked for anew. */
    close() {
      setShown(null)
      void reloadWheel(queryClient)
    },
  }
}

export type Spin = ReturnType<typeof useSpin>
