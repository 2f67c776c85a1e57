import { useQueryClient } from '@tanstack/react-query'
import { CatchBoundary } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { memo, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { toastNotOpened } from '#data/not-opened.ts'
import { useHasChat } from '#features/chat/entry/use-has-chat.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { store } from '#lib/store.ts'
import { lazyPart, retryParts } from '#ui/lazy-part.tsx'
import { type Modal, modalOf, type ModalTable } from './modal.tsx'
import type { ModalSearch } from './modal-search.ts'
import { PendingSheet } from './pending-sheet.tsx'
import { keyOf, nextModalAtom, useModal } from './use-modal.ts'

const nothing: ModalSearch = {}
/** The frame around a prepared modal. */
const Frame = lazyPart(async () => (await import(/* offline */ '#ui/dialog/sheet.tsx')).PreparedSheet)

/**
 * The part of the address's request that may be opened: not a word that names no modal, and not a modal whose extension is
 * unannounced, whose required parameter is missing, or that the site has not switched on.
 */
export function useAllowedModal(modals: ModalTable, search: ModalSearch): ModalSearch {
  const modal = modalOf(modals, search.open)
  const extensions = useAtomValue(extensionsAtom)
  const isAnnounced = !modal?.extension || extensions.has(modal.extension)
  const isWhole = !modal?.requires || search[modal.requires] !== undefined
  const hasChat = useHasChat()
  const isOn = !modal?.ofChat || hasChat
  const { close } = useModal()
  const opensNothing = search.open !== undefined && !(modal && isWhole)
  useEffect(() => {
    // The word leaves the address, by which pages know whether a modal covers them.
    if (opensNothing) close()
  }, [opensNothing, close])
  return modal && isAnnounced && isWhole && isOn ? search : nothing
}

interface ModalHostProps {
  modals: ModalTable
  search: ModalSearch
}

/** Shows the modal in the address, and prepares the one whose opener is being pressed. */
export function ModalHost({ modals, search }: ModalHostProps) {
  const prepared = usePrepared(modals)
  const isOpened = prepared !== undefined && keyOf(prepared.search) === keyOf(search)
  // A modal that the page opens with comes after the page, in a render of its own.
  const isPageShown = useDeferredValue(true, false)
  const open = isPageShown && modalOf(modals, search.open)
  useEffect(() => {
    // After closing it is created again the next time, so that nothing typed is left in it.
    if (isOpened) store.set(nextModalAtom, undefined)
  }, [isOpened])
  return (
    <>
      {prepared && !isOpened && <Staged key={keyOf(prepared.search)} {...prepared} />}
      {open && <Staged key={keyOf(search)} modal={open} search={search} isOpen />}
    </>
  )
}

/** The next modal, once its file and its first data are there. */
function usePrepared(modals: ModalTable): StagedProps | undefined {
  const queryClient = useQueryClient()
  const next = useAtomValue(nextModalAtom)
  const [prepared, setPrepared] = useState<StagedProps>()
  useEffect(() => {
    const modal = next && modalOf(modals, next.open)
    if (!modal) return undefined
    let isCurrent = true
    Promise.all([modal.prepare(queryClient), Frame.fetchFile()]).then(
      (ready) => isCurrent && ready.every(Boolean) && setPrepared({ modal, search: next }),
      // Opening it tries again, and shows what went wrong.
      () => undefined,
    )
    return () => {
      isCurrent = false
      setPrepared(undefined)
    }
  }, [modals, next, queryClient])
  return prepared
}

interface StagedProps {
  modal: Modal
  search: ModalSearch
  isOpen?: boolean
}

function Staged({ modal, search, isOpen = false }: StagedProps) {
  // A prepared modal keeps its frame when it opens, or it would be mounted again.
  const [isFramed] = useState(!isOpen)
  const shown = (
    <ModalBoundary>
      <Suspense fallback={<PendingSheet />}>
        <Shown modal={modal} search={search} />
      </Suspense>
    </ModalBoundary>
  )
  return isFramed ? <Frame open={isOpen}>{shown}</Frame> : shown
}

const Shown = memo(function Shown({ modal, search }: Pick<StagedProps, 'modal' | 'search'>) {
  const { open: _, ...params } = search
  return <modal.Screen {...params} {...useModal(keyOf(search))} />
})

/** A modal that cannot be shown closes with a message; the page below it stays. */
export function ModalBoundary({ children }: { children: ReactNode }) {
  return (
    <CatchBoundary getResetKey={() => ''} errorComponent={Failed}>
      {children}
    </CatchBoundary>
  )
}

function Failed() {
  const { close } = useModal()
  useEffect(() => {
    retryParts()
    toastNotOpened()
    close()
  }, [close])
  return null
}
