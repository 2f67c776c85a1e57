import type { AnyRouter, BlockerFn, RouterHistory } from '@tanstack/react-router'
import { useEffect, type RefObject } from 'react'
import { routerAtom } from '#lib/router-atom.ts'
import { store } from '#lib/store.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** This entry repeats the app's first one, so that Back has somewhere to go while a layer is open. */
    guard?: boolean
  }
}

export interface Layer {
  onClose: () => void
  /** Work is under way: it stays open, and Back does nothing. */
  locked?: boolean | undefined
}

interface OpenLayer {
  layer: RefObject<Layer>
  /** The history entry that it opened on. */
  entry: string | undefined
}

/** What lies over the page, the topmost last. */
const layers: OpenLayer[] = []

/**
 * Has the Back button close what lies over the page, and nothing else. It takes no entry in the history: a Back is blocked
 * and closes the topmost layer instead. Only on the app's first entry, where Back would leave the app, one is added and taken
 * away again.
 */
export function useLayer(open: boolean, layer: RefObject<Layer>): void {
  useEffect(() => {
    const router = store.get(routerAtom)
    if (!open || !router) return undefined
    const history: RouterHistory = router.history
    followHistory(history)
    const opened: OpenLayer = { layer, entry: history.location.state.key }
    layers.push(opened)
    followLayers(history)
    if (!history.canGoBack()) void addGuard(router)
    return () => {
      layers.splice(layers.indexOf(opened), 1)
      followLayers(history)
    }
  }, [open, layer])
}

const addGuard = (router: AnyRouter) =>
  router.navigate({
    to: '.',
    search: true,
    hash: true,
    state: (old: object) => ({ ...old, modal: true, guard: true }),
    resetScroll: false,
    ignoreBlocker: true,
  })

let unblock: (() => void) | undefined
const followed = new WeakSet<RouterHistory>()

/** Blocks the history while anything is open. */
function followLayers(history: RouterHistory): void {
  if (layers.length > 0) {
    // A reload asks nothing: what is on its way is told again by the operation log.
    unblock ??= history.block({ blockerFn: closeTop, enableBeforeUnload: false })
  } else {
    unblock?.()
    unblock = undefined
    leaveGuardLater(history)
  }
}

/** Whether a Back goes no further than the topmost layer. */
const closeTop: BlockerFn = ({ action, currentLocation: { state } }) => {
  const top = layers.at(-1)
  if (!top || action === 'PUSH' || action === 'REPLACE') return false
  if (top.layer.current.locked) return true
  if (action !== 'BACK') return false
  // The sheet that the address opened closes with its entry, and the last layer with the added one.
  if (layers.length === 1 && (state.guard || (state.modal && state.key === top.entry))) return false
  top.layer.current.onClose()
  return true
}

function followHistory(history: RouterHistory): void {
  if (followed.has(history)) return
  followed.add(history)
  let before = history.location.state
  history.subscribe(({ location: { state }, action }) => {
    const hasLeftGuard = before.guard && action.type === 'BACK' && state.key !== before.key
    before = state
    if (hasLeftGuard) layers.at(-1)?.layer.current.onClose()
    else leaveGuardLater(history)
  })
}

/** Nothing is open on the added entry any more: it goes, unless the app has gone on from there meanwhile. */
function leaveGuardLater(history: RouterHistory): void {
  setTimeout(() => {
    const { state, search } = history.location
    // A sheet that the address opens may still be loading.
    const isSheet = new URLSearchParams(search).has('open')
    if (layers.length === 0 && state.guard && !isSheet) history.back({ ignoreBlocker: true })
  })
}
