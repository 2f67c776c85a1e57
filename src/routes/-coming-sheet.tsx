import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Sheet } from '#ui/sheet.tsx'
import { StateView } from '#ui/state-view.tsx'

const titles = { invite: msg`Invite friends`, refund: msg`Cashback` }

interface ComingSheetProps {
  what: keyof typeof titles
  onClose: () => void
}

export function ComingSheet({ what, onClose }: ComingSheetProps) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={t(titles[what])} closeLabel={t`Close`}>
      <StateView
        art="empty"
        card={false}
        title={<Trans>Coming soon</Trans>}
        text={<Trans>We are still building this page. Everything else works as usual.</Trans>}
      />
    </Sheet>
  )
}
