import { useLingui } from '@lingui/react/macro'
import { atom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import type { GameSlot } from '#api/contract/wallet.ts'
import { useTransferAll } from '#operations/use-transfer-all.ts'
import { handleError, wordsFor } from '#errors/handle-error.ts'
import { store } from '#lib/store.ts'
import { findDestination } from './game-queries.ts'
import { noteUsed } from '#data/last-used.ts'
import type { Destination } from './launch-rules.ts'
import { openLaunchTab, type LaunchTab } from './launch-tab.ts'

type PlayState =
  | { phase: 'idle' | 'moving' | 'opening' }
  /** There is no tab to use (blocked, or closed meanwhile): one more tap is needed. */
  | { phase: 'ready'; destination: Destination }
  | { phase: 'failed'; words: string }

/** Opens the game, after moving the whole wallet into it if asked to. Nothing opens unless the money arrived. */
export function usePlay(slot: GameSlot) {
  const { t } = useLingui()
  const operation = useTransferAll({
    onResult({ status }) {
      // Found by a later look, when no tap waits for it any more.
      if (status === 'done' && !isPlaying(store.get(stateAtom))) void open({ isMoved: true })
    },
  })
  const tab = useRef<LaunchTab>(undefined)
  const [stateAtom] = useState(() => atom<PlayState>({ phase: 'idle' }))
  const state = useAtomValue(stateAtom)
  const setState = (next: PlayState) => store.set(stateAtom, next)

  const { code, name } = slot

  // The empty tab would hide the message about the lost answer. Once the outcome is known, one more tap opens the game.
  const answerLost = operation.state.status === 'checking'
  useEffect(() => {
    if (answerLost) tab.current?.close()
  }, [answerLost])

  /** False if nothing moved, or the outcome is unknown: the operation's notice says which. */
  const fill = async (atMost: number): Promise<boolean> => {
    const { status } = await operation.run({ body: { to: code, atMost } })
    if (status === 'done') return true
    tab.current?.close()
    setState({ phase: 'idle' })
    return false
  }

  const enter = async () => {
    setState({ phase: 'opening' })
    const destination = await findDestination(slot)
    if (!destination) {
      tab.current?.close()
      setState({ phase: 'failed', words: t`This game has no page to open. Please contact us.` })
      return
    }
    const opened = tab.current?.go(destination) ?? false
    setState(opened ? { phase: 'idle' } : { phase: 'ready', destination })
    if (opened) noteUsed(code)
  }

  /** `isMoved`: the wallet's money is in the game. */
  async function open({ isMoved }: { isMoved: boolean }): Promise<void> {
    try {
      await enter()
    } catch (error) {
      tab.current?.close()
      handleError(error, { quiet: true })
      const words = wordsFor(toApiError(error))
      setState({
        phase: 'failed',
        words: isMoved ? t`Your money is in the game, but the game did not open. ${words}` : words,
      })
    }
  }

  /** Call it inside the tap's event handler. `wallet` (satang): what the whole wallet was shown to hold, if it goes into the game first. */
  const play = async (wallet?: number) => {
    if (isPlaying(store.get(stateAtom))) return
    const moveMoney = wallet !== undefined
    setState({ phase: moveMoney ? 'moving' : 'opening' })
    operation.reset()
    tab.current = openLaunchTab(t`Opening ${name}…`)
    if (!moveMoney || (await fill(wallet))) await open({ isMoved: moveMoney })
    tab.current = undefined
  }

  /** The member opened a ready destination by another tap. */
  const opened = () => {
    noteUsed(code)
    setState({ phase: 'idle' })
  }
  /** Puts a failure away. */
  const reset = () => {
    if (operation.state.status === 'failed') operation.reset()
    if (state.phase === 'failed') setState({ phase: 'idle' })
  }
  return { state, operation, play, opened, reset, busy: isPlaying(state) }
}

const isPlaying = ({ phase }: PlayState): boolean => phase === 'moving' || phase === 'opening'

export type Play = ReturnType<typeof usePlay>
