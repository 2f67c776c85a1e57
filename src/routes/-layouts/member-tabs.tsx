import { useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useModal } from '#routes/-modals/use-modal.ts'
import { useStaticData } from '#routes/-static-data.ts'
import { useOffline } from '#pwa/use-connection.ts'
import { PlusButton } from '#ui/button/plus-button.tsx'
import { TabBar } from '#ui/frame/tab-bar.tsx'
import { MemberLinks } from './member-links.tsx'

export function MemberTabs({ badge }: { badge: ReactNode }) {
  const { t } = useLingui()
  return (
    <TabBar label={t`Main menu`}>
      <MemberLinks badge={badge}>
        <MenuPlus />
      </MemberLinks>
    </TabBar>
  )
}

/** A separate component, so that the links beside it do not re-render with it. */
function MenuPlus() {
  const { t } = useLingui()
  const { open, prepare, close } = useModal()
  const offline = useOffline()
  const hasPrimary = useStaticData('hasPrimary')
  const isOpen = useSearch({ strict: false, select: (search) => search.open === 'menu' })
  return (
    <PlusButton
      label={isOpen ? t`Close the menu` : t`Deposit, withdraw and more`}
      open={isOpen}
      quiet={offline || hasPrimary}
      onPointerDown={() => isOpen || prepare({ open: 'menu' })}
      onClick={() => (isOpen ? close() : open({ open: 'menu' }))}
    />
  )
}
