import { CoinsText } from '#components/coins-text.tsx'
import { Coin } from '#ui/art/coin.tsx'
import styles from './spin-panel.module.css'

export function CoinCount({ coins }: { coins: number }) {
  return (
    <span className={styles.coins}>
      <Coin />
      <CoinsText coins={coins} />
    </span>
  )
}
