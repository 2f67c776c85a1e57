import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { modalLink } from '#data/modal-link.ts'
import { Button, buttonClass } from '#ui/button/button.tsx'
import { StateView } from '#ui/message/state-view.tsx'

interface NothingHereProps {
  /** Other rows may be there. */
  isFiltered: boolean
  onAll: () => void
}

export function NothingHere({ isFiltered, onAll }: NothingHereProps) {
  const { t } = useLingui()
  if (!isFiltered) {
    return (
      <StateView
        art="empty"
        title={t`Nothing here yet`}
        text={t`When you deposit, withdraw or transfer, you will see it here.`}
        action={
          <Link {...modalLink('deposit')} className={buttonClass({ size: 'compact' })}>{t`Deposit`}</Link>
        }
      />
    )
  }
  return (
    <StateView
      art="empty"
      title={t`Nothing found`}
      action={<Button size="compact" onClick={onAll}>{t`Show all`}</Button>}
    />
  )
}
