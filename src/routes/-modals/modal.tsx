import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { withLaterMessages } from '#i18n/activate.ts'
import { lookup } from '#lib/lookup.ts'
import type { ExtensionName } from '#lib/network/extension-names.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import type { ModalName, ModalSearch } from './modal-search.ts'
import type { useModal } from './use-modal.ts'

/** What a modal receives: its search parameters, and the functions of `useModal`. */
type ModalProps = Omit<ModalSearch, 'open'> & ReturnType<typeof useModal>

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
  /** It is part of the chat, which the site must have switched on. */
  ofChat?: true
}

/** A modal of a table. `Screen` needs a Suspense boundary until `prepare` has succeeded. */
export type Modal = ReturnType<typeof createModal>

export type ModalTable = Partial<Record<ModalName, Modal>>

/** The modal of a name, which comes from an address and may be any word. */
export const modalOf = (modals: ModalTable, name: ModalName | undefined): Modal | undefined =>
  lookup<Modal | undefined>(modals, name)

export function createModal<File>({ load, render, prefetch, ...record }: ModalRecord<File>) {
  let loaded: File | undefined
  const Screen = lazyPart(async () => {
    const file = await (record.offline ? load() : withLaterMessages(load))
    loaded = file
    return (props: ModalProps) => render(file, props)
  })
  const prepare = async (queryClient: QueryClient) => {
    await Screen.fetchFile()
    if (loaded) await prefetch?.(loaded, queryClient)
    return loaded !== undefined
  }
  return { ...record, Screen, prepare }
}
