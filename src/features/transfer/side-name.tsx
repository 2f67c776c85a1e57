import { Trans } from '@lingui/react/macro'
import { walletSide, type Side } from './transfer-rules.ts'

export function SideName({ code, sides }: { code: string; sides: readonly Side[] }) {
  if (code === walletSide) return <Trans>Wallet</Trans>
  return sides.find((side) => side.code === code)?.name ?? code
}
