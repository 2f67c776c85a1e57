import type { AnyRouter, BlockerFn, RouterHistory } from '@tanstack/react-router'
import { useLayoutEffect, type RefObject } from 'react'
import { routerAtom } from '#lib/router-atom.ts'
import { store } from '#lib/store.ts'
import { opensSheet } from './layer-guard.ts'

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

/*
 * The history is free while no layer is open, and blocked while one is: Back closes the topmost. On the app's first entry it is
 * guarded besides: the entry is repeated, so that Back has somewhere to go. The app leaves that entry once nothing is open there.
 */
/** Ends the block; set while the history is blocked. */
let unblock: (() => void) | undefined
/** What follows once the app itself has left the added entry; set while it does. A Back of the member's closes the topmost layer. */
let onGuardLeft: (() => void) | undefined
/** The histories whose changes are followed already. */
const followed = new WeakSet<RouterHistory>()

/**
 * Has the Back button close what lies over the page, and nothing else. It takes no entry in the history: a Back is blocked
 * and closes the topmost layer instead. Only on the app's first entry, where Back would leave the app, one is added and taken
 * away again.
 */
export function useLayer(open: boolean, layer: RefObject<Layer>): void {
  // A layout effect: a layer that closes with its page must be gone before the router's `onResolved` of the next page calls `addGuard`.
  useLayoutEffect(() => {
    const router = store.get(routerAtom)
    if (!open || !router) return undefined
    const history: RouterHistory = router.history
    followHistory(router)
    const opened: OpenLayer = { layer, entry: history.location.state.key }
    layers.push(opened)
    followLayers(history)
    addGuard(router)
    return () => {
      layers.splice(layers.indexOf(opened), 1)
      followLayers(history)
    }
  }, [open, layer])
}

function addGuard(router: AnyRouter): void {
  if (layers.length === 0 || router.history.canGoBack()) return
  void router.navigate({
    to: '.',
    search: true,
    hash: true,
    state: (old: object) => ({ ...old, guard: true }),
    resetScroll: false,
    ignoreBlocker: true,
  })
}

/** Blocks the history while anything is open. */
function followLayers(history: RouterHistory): void {
  if (layers.length > 0) {
    // A reload asks nothing: the operation log shows again what is on its way.
    unblock ??= history.block({ blockerFn: blockerOf(history), enableBeforeUnload: false })
  } else {
    unblock?.()
    unblock = undefined
    leaveGuardIfUnused(history)
  }
}

/** Whether a navigation stops here: a Back goes no further than the topmost layer. */
const blockerOf =
  (history: RouterHistory): BlockerFn =>
  ({ action, currentLocation: { state }, nextLocation: next }) => {
    if (action === 'REPLACE' && state.guard && !next.state.guard) {
      // A navigation that replaces the added entry is meant to replace the first one.
      leaveGuard(history, () => history.replace(next.href, next.state, { ignoreBlocker: true }))
      return true
    }
    const top = layers.at(-1)
    if (!top || action === 'PUSH' || action === 'REPLACE') return false
    if (top.layer.current.locked) return true
    if (action !== 'BACK') return false
    // The sheet that the address opened closes with its entry, and the last layer with the added one.
    if (layers.length === 1 && (state.guard || (state.modal && state.key === top.entry))) return false
    // The browser is on the entry below until it has undone the Back, and closing may replace the entry.
    addEventListener('popstate', closeTop, { once: true })
    return true
  }

const closeTop = () => layers.at(-1)?.layer.current.onClose()

function followHistory(router: AnyRouter): void {
  const history: RouterHistory = router.history
  if (followed.has(history)) return
  followed.add(history)
  let before = history.location.state
  history.subscribe(({ location: { state }, action }) => {
    const hasLeftGuard = before.guard && action.type === 'BACK' && state.key !== before.key
    before = state
    const next = onGuardLeft ?? closeTop
    onGuardLeft = undefined
    if (hasLeftGuard) next()
    else leaveGuardIfUnused(history)
  })
  // A layer may have come while the entry was being left, and may outlive its page.
  router.subscribe('onResolved', () => addGuard(router))
}

function leaveGuard(history: RouterHistory, next: () => void): void {
  if (!onGuardLeft) {
    // The entry may have been added in the same turn: Back must lead to the one below it, not out of the app.
    history.flush()
    history.back({ ignoreBlocker: true })
  }
  onGuardLeft = next
}

/** Leaves the added entry if nothing is open there any more, unless the app has gone on from there meanwhile. */
function leaveGuardIfUnused(history: RouterHistory): void {
  setTimeout(() => {
    const { location } = history
    // A sheet that the address opens may still be loading.
    if (layers.length === 0 && location.state.guard && !opensSheet(location))
      leaveGuard(history, () => undefined)
  })
}
