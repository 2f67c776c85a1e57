import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { Suspense, useRef, useState } from 'react'
import { WALLET } from '#api/contract/wallet.ts'
import { useFirstLoad, usePartLoad } from '#data/use-first-load.ts'
import { WalletAmount } from '#components/wallet-amount.tsx'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { MoneyForm } from '#operations/money-form.tsx'
import { isOutcomeOpen, type ShownOperation } from '#operations/operation-notice.tsx'
import { FieldLock } from '#ui/form/field-lock.tsx'
import { Field } from '#ui/form/field.tsx'
import { optionalPart } from '#ui/lazy-part.tsx'
import { Select } from '#ui/form/select.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { AccountName } from './account-name.tsx'
import { openAccounts, accountOptions } from './account-options.ts'
import { Afterwards } from './afterwards.tsx'
import { collectionQueryOptions } from './collect/collect-queries.ts'
import { collectShape, everyGame, everythingTo, type Account } from './transfer-rules.ts'
import styles from './transfer-sheet.module.css'

interface TransferEverythingProps {
  accounts: readonly Account[]
  /** The preselected target. */
  start: string
  operation: ShownOperation
  /** Each game is emptied by a transfer of its own, where the backend can do that. */
  collecting: ShownOperation
  /** It is being sent, or its outcome is unknown. */
  locked: boolean
  /** Only from the games to the wallet: nothing is to be chosen. */
  isCollecting?: boolean
  /** `satang`: the expected amount, as far as it is known. */
  onSubmit: (to: string, satang: number) => void
  onCollect: () => void
}

/** Needs a connection, like the button below it. What shows the result is loaded with it, before anything is sent. */
const GamesToCollect = optionalPart(async () => {
  const [file] = await Promise.all([
    import('./collect/games-to-collect.tsx'),
    import('./collect/collected.tsx'),
  ])
  return file.GamesToCollect
})

/** Moves everything from the games into the wallet, or the whole wallet into one game, after showing the amount. */
export function TransferEverything(props: TransferEverythingProps) {
  const { accounts, start, locked, isCollecting = false, onSubmit, onCollect } = props
  const { t } = useLingui()
  const [to, setTo] = useState(start)
  const [isAsked, setAsked] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const { satang, after } = everythingTo(accounts, to)
  const toWallet = to === WALLET
  const canCollect = useAtomValue(extensionsAtom).has('collect')
  // What each game holds stands below the menu and above the button. If it came later it would move them, and a tap would be lost.
  const collection = useQuery({ ...collectionQueryOptions(), enabled: canCollect })
  const isLoading = useFirstLoad(usePartLoad(GamesToCollect, canCollect), collection)
  const byGame = canCollect && toWallet
  const operation = byGame ? props.collecting : props.operation
  const from = toWallet ? everyGame : WALLET
  const afterwards = to !== '' && satang > 0 && !isOutcomeOpen(operation) && (
    <Afterwards
      accounts={accounts}
      holdings={[
        { code: from, balance: 0 },
        { code: to, balance: after },
      ]}
    />
  )
  if (isLoading)
    return (
      <SkeletonPart
        shape={isCollecting ? collectShape : ['label', 'field', ...collectShape]}
        label={t`Loading`}
      />
    )
  const nothing = toWallet ? <Trans>No game holds money.</Trans> : <Trans>The wallet is empty.</Trans>
  return (
    <MoneyForm
      icon="swap"
      label={t`Transfer all`}
      operation={operation}
      disabled={satang <= 0 && nothing}
      offlineReason={<Trans>You are offline. You can transfer when you are connected again.</Trans>}
      onSubmit={() => {
        setAsked(true)
        if (to === '') menu.current?.focus()
        else if (byGame) onCollect()
        else onSubmit(to, satang)
      }}
    >
      <p className={styles.everything}>
        <b>
          <WalletAmount satang={satang} />
        </b>
        <span>
          <AccountName code={from} accounts={accounts} /> →{' '}
          {to && <AccountName code={to} accounts={accounts} />}
        </span>
      </p>
      {isCollecting ? (
        <div className={styles.hint}>{afterwards}</div>
      ) : (
        <FieldLock locked={locked}>
          <Field
            label={t`Move everything to`}
            fixed
            hint={afterwards}
            error={isAsked && to === '' && t`Please choose an account.`}
          >
            <Select
              ref={menu}
              options={accountOptions(openAccounts(accounts), t`Wallet`)}
              value={to}
              onChange={setTo}
              placeholder={t`Choose an account`}
            />
          </Field>
        </FieldLock>
      )}
      {byGame && (
        <Suspense>
          <GamesToCollect accounts={accounts} collection={collection.data} />
        </Suspense>
      )}
    </MoneyForm>
  )
}
