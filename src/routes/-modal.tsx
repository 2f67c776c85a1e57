import type { QueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, useState } from 'react'
import type { ExtensionName } from '#lib/extension-names.ts'
import type { ModalName, ModalSearch } from './-modal-search.ts'
import type { useModal } from './-use-modal.ts'

/** What a modal is drawn from: its search parameters, and the ways out of it. */
export type ModalProps = Omit<ModalSearch, 'open'> & ReturnType<typeof useModal>

/** All there is to know of one modal. */
export interface ModalRecord<File> {
  load: () => Promise<File>
  render: (file: File, props: ModalProps) => ReactNode
  /** What it asks the backend first. Where the address asks for it, the shell asks it side by side with the files. */
  asks?: `/api/${string}`[]
  /** Opens without a network also where it was never opened: the worker puts its files away when it is installed. */
  offline?: true
  /** Asks the backend for what it shows first, while a finger is on what opens it. */
  prefetch?: (file: File, queryClient: QueryClient) => Promise<unknown>
  /** It is opened often: its file is fetched while the phone is idle, and then these. Modals come in the table's order. */
  whenIdle?: readonly (() => unknown)[]
  /** The modal that may be opened from it next, also where there is no line: its file is fetched when this one opens. */
  mayLeadTo?: ModalName
  /** The search parameter without which there is nothing to show. */
  requires?: keyof ModalSearch
  /** What the backend must have announced. */
  extension?: ExtensionName
}

/** A modal of a table; `Screen` needs a Suspense boundary until `fetchFile` has ended well. */
export type Modal = ReturnType<typeof createModal>

export function createModal<File>({ load, render, prefetch, ...record }: ModalRecord<File>) {
  const [Screen, fetchFile] = lazyScreen(async () => {
    const file = await load()
    // An import that failed ends well, and without a file, where the page was kept from reloading (pwa/register.ts).
    if (!file) throw new Error('A file of this version could not be loaded')
    return (props: ModalProps) => render(file, props)
  })
  const prepare = async (queryClient: QueryClient) => {
    if (!(await fetchFile())) return false
    await prefetch?.(await load(), queryClient)
    return true
  }
  return { ...record, Screen, fetchFile, prepare }
}

/** Grows with `recheck`. */
let round = 0

/**
 * Like React's `lazy`, which never asks again for what it once could not get; this does, after `recheck`. One that has been
 * fetched before is there at once, without a moment of waiting.
 */
export function lazyScreen<Props extends object>(load: () => Promise<(props: Props) => ReactNode>) {
  let failedIn = Infinity
  let loaded: ((props: Props) => ReactNode) | undefined
  const attempt = async () => {
    loaded = await load()
    return { default: loaded }
  }
  // Only its own failure spends a part: one of a fetch ahead says nothing of it.
  const createPart = () =>
    lazy(() =>
      attempt().catch((error: unknown) => {
        failedIn = round
        throw error
      }),
    )
  let part = createPart()
  function Screen(props: Props) {
    // One and the same for as long as it is open.
    const [Part] = useState(() => {
      if (failedIn < round) {
        failedIn = Infinity
        part = createPart()
      }
      return loaded ?? part
    })
    return <Part {...props} />
  }
  /** True once it is there; false where it could not be had. */
  const fetchFile = () =>
    attempt().then(
      () => true,
      () => false,
    )
  return [Screen, fetchFile] as const
}

/** What could not be had is asked for anew when it is next wanted. */
export function recheck(): void {
  round += 1
}
