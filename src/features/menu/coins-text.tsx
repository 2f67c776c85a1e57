import { Plural } from '@lingui/react/macro'

export function CoinsText({ coins }: { coins: number }) {
  return <Plural value={coins} one="# coin" other="# coins" />
}
