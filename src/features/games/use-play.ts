import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toApiError } from '#api/api-error.ts'
import { transferAll, type GameSlot } from '#api/contract/wallet.ts'
import { useAct } from '#data/act.ts'
import { handleError, wordsFor } from '#errors/handle-error.ts'
import { destinationOf, gameAccountQueryOptions } from './game-queries.ts'
import { needsAccount, planLaunch, type Destination } from './launch-rules.ts'
import { openLaunchTab } from './launch-tab.ts'

const pauseMs = 200

export type PlayState =
  | { phase: 'idle' | 'moving' | 'opening' }
  /** The browser let no tab open: one more tap is needed. */
  | { phase: 'ready'; destination: Destination }
  | { phase: 'failed'; words: string }

/** Moves the whole wallet into the game when asked to, and opens it. Nothing opens unless the money arrived. */
export function usePlay(slot: GameSlot) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const act = useAct(transferAll)
  const going = useRef(false)
  const [state, setState] = useState<PlayState>({ phase: 'idle' })

  const { name } = slot

  const find = async () => {
    const account = needsAccount(slot.code)
      ? await queryClient.ensureQueryData(gameAccountQueryOptions(slot.code))
      : undefined
    return destinationOf(planLaunch(slot, account))
  }

  /** To be called inside the tap itself. */
  const play = async (move: boolean) => {
    if (going.current) return
    going.current = true
    act.reset()
    const tab = openLaunchTab(t`Opening ${name}…`)
    try {
      if (move) {
        setState({ phase: 'moving' })
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        const end = await act.run({ body: { to: slot.code } })
        if (end.status !== 'done') {
          tab?.close()
          setState(
            end.status === 'failed' ? { phase: 'failed', words: wordsFor(end.error) } : { phase: 'idle' },
          )
          return
        }
      }
      setState({ phase: 'opening' })
      const destination = await find()
      if (!destination) {
        tab?.close()
        setState({ phase: 'failed', words: t`This game has no page to open. Please contact us.` })
      } else {
        setState(tab?.go(destination) ? { phase: 'idle' } : { phase: 'ready', destination })
      }
    } catch (error) {
      tab?.close()
      handleError(error, { quiet: true })
      const words = wordsFor(toApiError(error))
      setState({
        phase: 'failed',
        words: move ? t`Your money is in the game, but the game did not open. ${words}` : words,
      })
    } finally {
      going.current = false
    }
  }

  const done = () => setState({ phase: 'idle' })
  return { state, act, play, done, busy: state.phase === 'moving' || state.phase === 'opening' }
}

export type Play = ReturnType<typeof usePlay>
