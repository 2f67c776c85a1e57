import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { extensionsAtom } from '#lib/network/api-extensions.ts'
import { usePushOffer } from '#pwa/use-push-offer.ts'
import { buttonClass } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon.tsx'

/** Leads to the notifications, where money has arrived or is waited for. Renders nothing where they are on, refused or unknown. */
export function NotificationsOffer() {
  const isAnnounced = useAtomValue(extensionsAtom).has('push')
  const isOpen = usePushOffer()
  if (!isAnnounced || !isOpen) return null
  return (
    <Link
      to="."
      // In place of this sheet, like a sheet that follows another.
      replace
      state
      search={(search) => ({
        ...search,
        channel: undefined,
        shared: undefined,
        open: 'notifications' as const,
      })}
      className={buttonClass({ wide: true })}
    >
      <Icon name="bell" />
      <Trans>Tell me when money arrives</Trans>
    </Link>
  )
}
