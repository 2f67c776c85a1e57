import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { type Coupon, listCoupons, type Slice, spin } from '#api/contract/spinwheel.ts'
import { request } from '#api/client.ts'
import type { OperationResult } from '#operations/operation-runner.ts'
import { operationRunner, useOperation } from '#operations/use-operation.ts'
import { beginBusy } from '#data/session/busy.ts'
import { memberAtom } from '#data/session/member-atom.ts'
import { spinSetupQueryOptions, spunCoinsQueryOptions } from '#data/rewards/spin-queries.ts'
import { useCoins } from '#data/rewards/use-coins.ts'
import { walletQueryOptions } from '#data/wallet/wallet-queries.ts'
import { refetchEveryMs } from '#lib/money/balance.ts'
import { store } from '#lib/store.ts'
import { sayFailed, sayRefused, toastDone } from './wheel-news.ts'
import { shortRotationTo, type Rotation, rotationTo } from './wheel-geometry.ts'
import { reloadWheel } from './wheel-queries.ts'
import { couldSpin, couponOf, type Won, wonOn } from './wheel-rules.ts'

/** When the prize is shown, in ms after the answer; the rotation is never longer. */
const POPUP_AFTER_MS = 2000

/** One spin as shown, on the wheel as it was when the answer came. */
interface Shown extends Won {
  slices: readonly Slice[]
  rotation: Rotation | null
  stage: 'turning' | 'landed' | 'told'
  /** The prize's coupon, if it was known before the prize was shown. */
  coupon?: Coupon | undefined
}

// One wheel on all pages and sheets: a spin continues wherever the member looks next.
const runnerAtom = memberAtom(() => operationRunner(spin, { announce: 'by-caller' }))
const shownAtom = memberAtom<Shown | null>(() => null)
const angleAtom = memberAtom(() => 0)
/** Whether the wheel is turning and its prize still secret. */
export const wheelTurnsAtom = atom((get) => {
  const shown = get(shownAtom)
  return shown !== null && shown.stage !== 'told'
})

// Even an update that is needed waits for the prize: a reload would end the turn.
let endBusy: (() => void) | undefined
store.sub(wheelTurnsAtom, () => {
  endBusy?.()
  endBusy = store.get(wheelTurnsAtom) ? beginBusy() : undefined
})

/** One spin at a time: sends it, turns to the prize, and shows it. */
export function useSpin() {
  const queryClient = useQueryClient()
  const setup = useQuery({ ...spinSetupQueryOptions, refetchInterval: refetchEveryMs })
  // The wallet shows here too what a deposit has earned.
  useQuery({ ...walletQueryOptions, refetchInterval: refetchEveryMs })
  const runner = useAtomValue(runnerAtom)
  const operation = useOperation(spin, {
    runner,
    announce: 'by-caller',
    onResult: (end) => follow(end, queryClient),
  })
  // A spin of unknown outcome blocks the wheel only until the member leaves it.
  useEffect(
    () => () => {
      if (store.get(runner.state).status === 'unknown') runner.reset()
    },
    [runner],
  )
  const shown = useAtomValue(shownAtom)
  const angle = useAtomValue(angleAtom)
  const coins = useCoins() ?? 0

  const slices = shown?.slices ?? setup.data?.wheel?.slice ?? []
  const busy = useAtomValue(wheelTurnsAtom) || operation.busy

  return {
    setup,
    operation,
    slices,
    coins,
    busy,
    angle,
    shown,
    start() {
      if (!store.get(shownAtom) && couldSpin({ busy, coins, slices })) void operation.run({})
    },
    land,
    /** The prize was read: continue with a refetched wheel and coins. */
    close() {
      store.set(shownAtom, null)
      void reloadWheel(queryClient)
    },
  }
}

export type Spin = ReturnType<typeof useSpin>

async function follow(end: OperationResult<typeof spin>, queryClient: QueryClient): Promise<void> {
  if (end.status === 'unknown') return
  const reply = end.status === 'done' ? end.reply : undefined
  if (reply?.success && reply.result) return turn(reply.result, queryClient)
  void reloadWheel(queryClient)
  if (end.status === 'failed') sayFailed(end.error)
  else if (reply) sayRefused(reply.error)
  else toastDone()
}

async function turn(result: Parameters<typeof wonOn>[1], queryClient: QueryClient): Promise<void> {
  const drawn = queryClient.getQueryData(spinSetupQueryOptions.queryKey)
  let on = slicesOf(drawn)
  let won = wonOn(on, result)
  if (won.index < 0) {
    // The site has changed its wheel since this one was drawn.
    const runner = store.get(runnerAtom)
    const setup = queryClient.fetchQuery({ ...spinSetupQueryOptions, staleTime: 0 })
    on = slicesOf(await setup.catch(() => drawn))
    won = wonOn(on, result)
    // The member has signed out meanwhile.
    if (runner !== store.get(runnerAtom)) return
  }
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const end = { from: store.get(angleAtom), index: won.index, count: on.length }
  const rotation = won.index < 0 ? null : still ? shortRotationTo(end) : rotationTo(end)
  queryClient.setQueryData(spunCoinsQueryOptions.queryKey, won.remainingCoin)
  store.set(shownAtom, { ...won, slices: on, rotation, stage: rotation ? 'turning' : 'told' })
  if (!rotation) return
  store.set(angleAtom, rotation.to)
  void findCoupon(rotation)
  // By a timer, because the wheel may not be on screen.
  setTimeout(() => {
    if (isShown(rotation)) store.set(shownAtom, (now) => now && { ...now, stage: 'told' })
  }, POPUP_AFTER_MS)
}

/**
 * Fetches the coupons without updating the list's query: a new row there would reveal the prize before the wheel stops. An answer after
 * the prize was shown is dropped: it would move what is tapped.
 */
async function findCoupon(rotation: Rotation): Promise<void> {
  const reply = await request(listCoupons, {}).catch(() => undefined)
  const now = store.get(shownAtom)
  if (reply && now?.rotation === rotation && now.stage !== 'told')
    store.set(shownAtom, { ...now, coupon: couponOf(reply.coupons, now) })
}

/** The wheel has stopped. */
function land(rotation: Rotation): void {
  if (isShown(rotation))
    store.set(shownAtom, (now) => now && { ...now, stage: now.stage === 'turning' ? 'landed' : now.stage })
}

const isShown = (rotation: Rotation): boolean => store.get(shownAtom)?.rotation === rotation

type Setup = Awaited<ReturnType<NonNullable<typeof spinSetupQueryOptions.queryFn>>>
const slicesOf = (setup: Setup | undefined): readonly Slice[] => setup?.result.activeSpinwheel?.slice ?? []
