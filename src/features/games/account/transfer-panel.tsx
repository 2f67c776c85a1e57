import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { MIN_TRANSFER, transfer, type GameSlot, WALLET } from '#api/contract/wallet.ts'
import { OperationButton } from '#operations/operation-button.tsx'
import { isOutcomeOpen } from '#operations/operation-notice.tsx'
import { useEarlierOperations } from '#operations/unsettled/use-earlier.tsx'
import { useBefore } from '#operations/use-before.ts'
import { useOperation } from '#operations/use-operation.ts'
import { noteUsed } from '#data/last-used.ts'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { amountFaultText } from '#errors/amount-faults.ts'
import type { AmountFault } from '#lib/money/amount-schema.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { Amount } from '#ui/amount.tsx'
import { AmountControl } from '#ui/form/amount-control.tsx'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { toast } from '#ui/message/toast.ts'
import { opensOnWeb } from '../launch-rules.ts'
import { ConfirmPlay } from './confirm-play.tsx'
import { LaunchStatus } from './launch-status.tsx'
import styles from './account.module.css'
import { movesBeforePlay, readTransfer } from './read-transfer.ts'
import type { Play } from '../use-play.ts'

interface TransferPanelProps {
  slot: GameSlot
  walletSatang: number
  play: Play
}

/**
 * Moves money from the wallet into the game: all of it to play at once, or an amount. No `MoneyForm`: a game that is opened by a posted
 * form has that form in the middle of it, and forms do not nest.
 */
export function TransferPanel({ slot, walletSatang: held, play }: TransferPanelProps) {
  const { t } = useLingui()
  const { name } = slot
  const offline = useOffline()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const [confirming, setConfirming] = useState(false)

  const operation = useOperation(transfer, {
    tellsDone: true,
    onResult(end, { body }) {
      if (end.status !== 'done') return
      operation.reset()
      setText('')
      setChecked(false)
      noteUsed(slot.code)
      sayMoved(body.amount, name)
    },
  })
  const earlier = useEarlierOperations(operation)
  const isOpen = isOutcomeOpen(operation) || isOutcomeOpen(play.operation)
  const busy = operation.busy || play.busy

  const walletSatang = useBefore(held, busy)
  const reading = readTransfer(text, walletSatang)
  const moves = movesBeforePlay(reading, walletSatang)
  const onWeb = opensOnWeb(slot)
  // A typed amount is what the member came for; without one it is to play.
  const isTyped = reading.state === 'ready' || reading.state === 'wrong'
  const offersPlay = onWeb && play.state.phase !== 'ready'

  const faultText = (fault: AmountFault) => {
    const words = amountFaultText(fault, { minimum: MIN_TRANSFER, available: walletSatang })
    return words && t(words)
  }

  // Its failure would stand beside that of the next try.
  const startPlay = (wallet?: number) => {
    operation.reset()
    void play.play(wallet)
  }

  const transferOnly = () => {
    if (reading.state !== 'ready') {
      setChecked(true)
      input.current?.focus()
      return
    }
    const amount = reading.satang
    play.reset()
    void operation.run({ body: { from: WALLET, to: slot.code, amount } })
  }

  return (
    <>
      {earlier.notice}
      <Field
        label={<Trans>Transfer from wallet</Trans>}
        fixed
        error={checked && reading.state === 'wrong' && faultText(reading.fault)}
        hint={
          reading.state === 'ready' && !isOpen ? (
            <Trans>
              Your wallet will then hold <WalletAmount satang={reading.leftSatang} />
            </Trans>
          ) : (
            <Trans>
              Your wallet holds <WalletAmount satang={walletSatang} />
            </Trans>
          )
        }
      >
        <AmountControl
          ref={input}
          value={text}
          placeholder="0.00"
          readOnly={busy || isOpen}
          onChange={(event) => {
            setText(event.target.value)
            setChecked(false)
          }}
          onBlur={() => setChecked(true)}
          all={{
            label: <Trans>All</Trans>,
            satang: walletSatang,
            disabled: busy || isOpen,
            onFill: setText,
          }}
        />
      </Field>
      <LaunchStatus play={play} name={slot.name} />
      {offline && (
        <Notice icon="offline">{t`You are offline. Playing and moving money need a connection.`}</Notice>
      )}
      {offersPlay && (
        <Button
          variant={isTyped ? 'quiet' : 'primary'}
          size="money"
          wide
          icon="play"
          loading={play.busy}
          disabled={offline || operation.busy || isOpen || (moves && Boolean(earlier.held))}
          aria-describedby={moves ? 'whole-wallet' : undefined}
          onClick={() => (moves ? setConfirming(true) : startPlay())}
        >
          {moves ? <Trans>Transfer all and play</Trans> : <Trans>Play</Trans>}
        </Button>
      )}
      {offersPlay && moves && (
        <p id="whole-wallet" className={styles.note}>
          <Trans>
            Moves your whole wallet, <WalletAmount satang={walletSatang} />
          </Trans>
        </p>
      )}
      <OperationButton
        operation={operation}
        variant={onWeb && !isTyped ? 'quiet' : 'primary'}
        icon="swap"
        label={
          reading.state === 'ready' ? (
            <span>
              <Trans>
                Transfer <Amount satang={reading.satang} />
              </Trans>
            </span>
          ) : (
            <Trans>Transfer only</Trans>
          )
        }
        disabled={play.busy || isOutcomeOpen(play.operation) || earlier.held}
        onClick={transferOnly}
      />
      <ConfirmPlay
        open={confirming && !earlier.held}
        name={slot.name}
        walletSatang={walletSatang}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          if (!confirming || earlier.held) return
          setConfirming(false)
          startPlay(walletSatang)
        }}
      />
    </>
  )
}

function sayMoved(satang: number, name: string): void {
  const title = (
    <Trans>
      <Amount satang={satang} /> is in {name}
    </Trans>
  )
  toast({ tone: 'jade', icon: 'swap', title })
}
