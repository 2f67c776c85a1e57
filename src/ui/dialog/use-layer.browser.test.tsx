import { createBrowserHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { routerAtom } from '#lib/router-atom.ts'
import { store } from '#lib/store.ts'
import { useLayer } from './use-layer.ts'
import { withMotion } from '../test-motion.ts'

withMotion()

afterEach(() => store.set(routerAtom, undefined))

const site = 'https://champa.example'

/**
 * A browser's window with the app at its first history entry; Back from there calls `onLeft`. As in Chromium, where Back leads is
 * settled when it is called.
 */
function browserWindow(address: string, onLeft: () => void) {
  const entries: { href: string; state: unknown }[] = [{ href: address, state: null }]
  let at = 0
  const events = new EventTarget()
  const go = (steps: number) => {
    const next = at + steps
    setTimeout(() => {
      if (next < 0) return onLeft()
      at = next
      events.dispatchEvent(new PopStateEvent('popstate', { state: entries[at]?.state }))
    })
  }
  const history = {
    get state() {
      return entries[at]?.state
    },
    get length() {
      return entries.length
    },
    pushState(state: unknown, _title: string, href: string) {
      entries.splice(at + 1, entries.length, { href, state })
      at += 1
    },
    replaceState(state: unknown, _title: string, href = entries[at]?.href ?? '') {
      entries[at] = { href, state }
    },
    back: () => go(-1),
  }
  const location = () => new URL(entries[at]?.href ?? '', site)
  const view = {
    history,
    get location() {
      return location()
    },
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  }
  return { view, address: () => location().href }
}

/** A router whose page is at the app's first history entry. */
async function routerOf(view: unknown) {
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/howto', staticData: { title: null } })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createBrowserHistory({ window: view }),
  })
  await router.load()
  store.set(routerAtom, router)
  return router
}

test('a page that replaces its address while a layer opens on the first entry stays in the app', async () => {
  const onLeft = vi.fn<() => void>()
  const { view, address } = browserWindow('/howto?part=2', onLeft)
  const router = await routerOf(view)
  const layer = { current: { onClose: vi.fn<() => void>() } }
  function Page() {
    useLayer(true, layer)
    useLayoutEffect(() => {
      void router.navigate({ to: '/howto', search: () => ({}), replace: true })
    }, [])
    return null
  }
  await render(<Page />)
  await vi.waitFor(() => {
    expect(onLeft).not.toHaveBeenCalled()
    expect(address()).toBe(`${site}/howto`)
  })
})
