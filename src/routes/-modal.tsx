import type { QueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, useState } from 'react'
import { loadLaterMessages } from '#i18n/activate.ts'
import type { ExtensionName } from '#lib/extension-names.ts'
import type { ModalSearch } from './-modal-search.ts'
import type { useModal } from './-use-modal.ts'

/** What a modal receives: its search parameters, and the functions of `useModal`. */
export type ModalProps = Omit<ModalSearch, 'open'> & ReturnType<typeof useModal>

/** Everything about one modal. */
export interface ModalRecord<File> {
  load: () => Promise<File>
  render: (file: File, props: ModalProps) => ReactNode
  /** Its first calls to the backend. If the address names the modal, the shell makes them in parallel with loading the files. */
  asks?: `/api/${string}`[]
  /** Opens offline even if it was never opened before: the worker caches its files when it is installed. */
  offline?: true
  /** Fetches its first data from the backend while its opener is being pressed. */
  prefetch?: (file: File, queryClient: QueryClient) => Promise<unknown>
  /** The search parameter that it cannot do without. */
  requires?: keyof ModalSearch
  /** The extension that the backend must have announced. */
  extension?: ExtensionName
}

/** A modal of a table. `Screen` needs a Suspense boundary until `prepare` has succeeded. */
export type Modal = ReturnType<typeof createModal>

export function createModal<File>({ load, render, prefetch, ...record }: ModalRecord<File>) {
  const loadWhole = async () => {
    const [file] = await Promise.all([load(), record.offline ? undefined : loadLaterMessages()])
    return file
  }
  const [Screen, fetchFile] = lazyScreen(async () => {
    const file = await loadWhole()
    return (props: ModalProps) => render(file, props)
  })
  const prepare = async (queryClient: QueryClient) => {
    if (!(await fetchFile())) return false
    await prefetch?.(await load(), queryClient)
    return true
  }
  return { ...record, Screen, prepare }
}

/** Grows with `recheck`. */
let round = 0

/**
 * Like React's `lazy`, which never retries a failed import; this does, after `recheck`. A chunk that has been fetched renders
 * at once, without suspending.
 */
export function lazyScreen<Props extends object>(load: () => Promise<(props: Props) => ReactNode>) {
  let failedIn = Infinity
  let loaded: ((props: Props) => ReactNode) | undefined
  const attempt = async () => {
    loaded = await load()
    return { default: loaded }
  }
  // Only a failure of its own invalidates a chunk, not that of a prefetch.
  const createPart = () =>
    lazy(() =>
      attempt().catch((error: unknown) => {
        failedIn = round
        throw error
      }),
    )
  let part = createPart()
  function Screen(props: Props) {
    // Stays the same while it is open.
    const [Part] = useState(() => {
      if (failedIn < round) {
        failedIn = Infinity
        part = createPart()
      }
      return loaded ?? part
    })
    return <Part {...props} />
  }
  /** True once the chunk is loaded; false if it could not be. */
  const fetchFile = () =>
    attempt().then(
      () => true,
      () => false,
    )
  return [Screen, fetchFile] as const
}

/** Lets failed chunks be loaded again when they are next needed. */
export function recheck(): void {
  round += 1
}
