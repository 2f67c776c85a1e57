import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { AmountPrivacy } from '#ui/amount.tsx'
import { Toaster } from '#ui/message/toaster.tsx'
import { balanceHiddenAtom } from '#data/wallet/hide-balance.ts'

/** A page and the toasts over it. Both hide their amounts where the member wants that. */
export function WithToasts({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <AmountPrivacy hidden={useAtomValue(balanceHiddenAtom)} label={t`Amount hidden`}>
      {children}
      <Toaster label={t`Messages`} closeLabel={t`Close the message`} />
    </AmountPrivacy>
  )
}
