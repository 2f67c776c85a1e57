import { useLingui } from '@lingui/react/macro'
import { useFirstLoad } from '#data/use-first-load.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { CoinCount } from './coin-count.tsx'
import { Coupons, useCoupons } from './coupons.tsx'
import { SpinPanel } from './spin-panel.tsx'
import { useSpin } from './use-spin.ts'

/** The same wheel over any page. */
export function SpinSheet({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const spin = useSpin()
  // The sheet grows upwards with its coupons, and would take the button with it.
  const isLoading = useFirstLoad(spin.setup, useCoupons())
  return (
    <Sheet
      open
      onClose={onClose}
      locked={spin.busy}
      title={t`Spin wheel`}
      closeLabel={t`Close`}
      aside={spin.setup.data && <CoinCount coins={spin.coins} />}
    >
      <SpinPanel spin={spin} isLoading={isLoading} />
      <Coupons />
    </Sheet>
  )
}
