import { useLingui } from '@lingui/react/macro'
import { Page, PageTitle } from '#ui/shell.tsx'
import { CoinCount } from './coin-count.tsx'
import { Coupons } from './coupons.tsx'
import { SpinPanel } from './spin-panel.tsx'
import styles from './spin-panel.module.css'
import { useSpin } from './use-spin.ts'

/** `covered`: the sheet with the same wheel lies over the page. */
export function SpinScreen({ covered = false }: { covered?: boolean }) {
  const { t } = useLingui()
  const spin = useSpin()
  return (
    <Page width="wide">
      <PageTitle title={t`Spin wheel`} aside={spin.setup.data && <CoinCount coins={spin.coins} />} />
      <div className={styles.columns}>
        <SpinPanel spin={spin} covered={covered} />
        <Coupons />
      </div>
    </Page>
  )
}
