import { Plural } from '@lingui/react/macro'
import { Coin } from '#ui/coin.tsx'
import styles from './spin-panel.module.css'

export function CoinCount({ coins }: { coins: number }) {
  return (
    <span className={styles.coins}>
      <Coin />
      <Plural value={coins} one="# coin" other="# coins" />
    </span>
  )
}
