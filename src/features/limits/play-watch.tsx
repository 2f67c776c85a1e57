import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import * as v from 'valibot'
import { busyAtom } from '#data/session/busy.ts'
import { formatTime } from '#i18n/format.ts'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { serverTime } from '#lib/dates/clock.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { AlertDialog } from '#ui/dialog/alert-dialog.tsx'
import { useMoneyWords } from '#ui/amount.tsx'
import { Icon } from '#ui/icon.tsx'
import { durationWords } from './duration-words.ts'
import { playQueryOptions } from './limits-queries.ts'
import styles from './play-watch.module.css'

/** The last question that was answered: in which session, and after how many minutes. */
const answered = v.object({ since: v.string(), minutes: v.pipe(v.number(), v.safeInteger(), v.minValue(0)) })
const answeredAtom = storedAtom(storageKeys.realityCheck, v.optional(answered), undefined)

const refetchMs = 60_000

/** The clock of this session of play, and from time to time the question whether to go on. Renders nothing while nobody plays. */
export function PlayWatch() {
  const enabled = useAtomValue(extensionsAtom).has('reality-checks')
  const query = useQuery({ ...playQueryOptions, enabled, refetchInterval: refetchMs })
  const { data, dataUpdatedAt, refetch } = query
  const [last, setLast] = useAtom(answeredAtom)
  const isBusy = useAtomValue(busyAtom)
  const { t, i18n } = useLingui()
  useEffect(() => {
    // Back from the game's tab: the server knows what has been played meanwhile.
    const returned = () => {
      if (enabled && document.visibilityState === 'visible') void refetch()
    }
    document.addEventListener('visibilitychange', returned)
    addEventListener('pageshow', returned)
    return () => {
      document.removeEventListener('visibilitychange', returned)
      removeEventListener('pageshow', returned)
    }
  }, [enabled, refetch])
  const session = data?.session
  if (!data || !session) return null
  const minutes = Math.floor(session.seconds / 60)
  const asked = last?.since === session.since ? last.minutes : 0
  const isDue = data.every > 0 && minutes >= asked + data.every
  const played = durationWords(i18n, minutes)
  return (
    <>
      <section className={styles.clock} aria-label={t`Time at play`}>
        <Icon name="clock" small />
        <span role="timer" aria-live="off">
          <Trans>At play for {played}</Trans>
        </span>
      </section>
      {isDue && !isBusy && (
        <RealityCheck
          played={played}
          net={session.net}
          updatedAt={dataUpdatedAt}
          onAnswer={() => setLast({ since: session.since, minutes })}
        />
      )}
    </>
  )
}

interface RealityCheckProps {
  played: string
  /** Satang. */
  net: number
  /** When the server said so by the phone's clock, in ms since 1970. */
  updatedAt: number
  onAnswer: () => void
}

/** Says how long the member has played and what it has come to; stopping leads to taking the money out of the games. */
function RealityCheck({ played, net, updatedAt, onAnswer }: RealityCheckProps) {
  const navigate = useNavigate()
  const offline = useOffline()
  const amount = useMoneyWords()(Math.abs(net))
  const at = formatTime(serverTime(updatedAt))
  const stop = () => {
    onAnswer()
    void navigate({ to: '/user/home', search: { open: 'transfer' } })
  }
  return (
    <AlertDialog
      open
      icon="clock"
      onClose={stop}
      onConfirm={onAnswer}
      title={<Trans>You have been playing for {played}</Trans>}
      text={
        <>
          {net < 0 && <Trans>Since then you have lost {amount}.</Trans>}
          {net > 0 && <Trans>Since then you have won {amount}.</Trans>}
          {net === 0 && <Trans>Since then you have neither won nor lost.</Trans>}{' '}
          {offline && <Trans>You are offline: this was known at {at}.</Trans>}
        </>
      }
      cancelLabel={<Trans>Stop playing</Trans>}
      confirmLabel={<Trans>Go on</Trans>}
    />
  )
}
