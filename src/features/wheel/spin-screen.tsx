import { Trans, useLingui } from '@lingui/react/macro'
import { RefreshLine } from '#components/refresh-line.tsx'
import { useFirstLoad } from '#data/use-first-load.ts'
import { Page, PageTitle } from '#ui/frame/shell.tsx'
import { CoinCount } from './coin-count.tsx'
import { Coupons, useCoupons } from './coupons.tsx'
import { SpinPanel } from './spin-panel.tsx'
import styles from './spin-panel.module.css'
import { useSpin } from './use-spin.ts'

/** `covered`: the sheet with the same wheel lies over the page. */
export function SpinScreen({ covered = false }: { covered?: boolean }) {
  const { t } = useLingui()
  const spin = useSpin()
  // On a phone the coupons stand below the wheel, which would push them down when it comes. Both load at the same time.
  const isLoading = useFirstLoad(spin.setup)
  useCoupons()
  return (
    <Page width="wide" className={styles.page}>
      <PageTitle title={t`Spin wheel`} aside={spin.setup.data && <CoinCount coins={spin.coins} />} />
      <p>
        <Trans>One spin takes one coin. What you win waits under My coupons until you claim it.</Trans>
      </p>
      {(spin.setup.data || spin.setup.isLoading) && <RefreshLine queries={[spin.setup]} />}
      <div className={styles.columns}>
        <SpinPanel spin={spin} covered={covered} />
        {!isLoading && <Coupons />}
      </div>
    </Page>
  )
}
