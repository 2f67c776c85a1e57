import coin from './coin.svg'

export const Coin = () => <img src={coin} alt="" width={20} height={20} />
