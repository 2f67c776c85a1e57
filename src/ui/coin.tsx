import coin from './art/coin.svg'

export function Coin({ size = 20 }: { size?: number }) {
  return <img src={coin} alt="" width={size} height={size} />
}
