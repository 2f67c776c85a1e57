import type { QueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Suspense, useCallback } from 'react'
import * as v from 'valibot'
import { useAgreementsPrompt } from '#features/agreements/use-agreements-prompt.ts'
import { useNamePrompt } from '#features/profile/use-name-prompt.ts'
import { ModalBoundary, ModalHost, useAllowedModal } from './modal-host.tsx'
import { type ModalName, modalSearch } from './modal-search.ts'
import { createModal, type Modal, modalOf } from './modal.tsx'
import { useModal } from './use-modal.ts'
import { visitorModals } from './visitor-modals.tsx'
import { useStaticData } from '#routes/-static-data.ts'
import { OptionalWaitingSlips } from '#routes/-waiting-slips.ts'

declare module './modal-search.ts' {
  interface MemberModalNames {
    game: true
    menu: true
    deposit: true
    transfer: true
    withdraw: true
    slip: true
    slips: true
    bonus: true
    invite: true
    refund: true
    spin: true
    conditions: true
    agreements: true
    password: true
    'bank-name': true
    activity: true
    notifications: true
  }
}

/** Every modal of the members' pages. */
const modals: Record<ModalName, Modal> = {
  ...visitorModals,
  game: createModal({
    load: () => import('#features/games/game-sheet.tsx'),
    offline: true,
    render: ({ GameSheet }, { game = '', open, prepare, close }) => (
      <GameSheet
        code={game}
        onClose={close}
        onReadyToMove={(source) => prepare({ open: 'transfer', source })}
        onMoveOut={(source) => open({ open: 'transfer', source })}
      />
    ),
    requires: 'game',
  }),
  menu: createModal({
    load: () => import('#features/menu/menu-sheet.tsx'),
    offline: true,
    render: ({ MenuSheet }, { open, prepare, close }) => (
      <MenuSheet onClose={close} onReady={prepare} onOpen={open} />
    ),
  }),
  deposit: createModal({
    load: () => import('#features/deposit/deposit-sheet.tsx'),
    offline: true,
    asks: ['/api/lookup/deposit'],
    render: ({ DepositSheet }, { channel, open, close }) => (
      <DepositSheet channel={channel} onClose={close} onSlip={() => open({ open: 'slip' })} />
    ),
    prefetch: ({ prefetchDeposit }, queryClient) => prefetchDeposit(queryClient),
  }),
  transfer: createModal({
    load: () => import('#features/transfer/transfer-sheet.tsx'),
    offline: true,
    render: ({ TransferSheet }, { source, close }) => <TransferSheet onClose={close} from={source} />,
  }),
  withdraw: createModal({
    load: () => import('#features/withdraw/withdraw-sheet.tsx'),
    offline: true,
    asks: ['/api/lookup/withdraw'],
    render: ({ WithdrawSheet }, { close }) => <WithdrawSheet onClose={close} />,
    prefetch: ({ prefetchWithdraw }, queryClient) => prefetchWithdraw(queryClient),
  }),
  slip: createModal({
    load: () => import('#features/deposit/slip/slip-sheet.tsx'),
    offline: true,
    render: ({ SlipSheet }, { shared, open, close }) => (
      <SlipSheet
        shared={shared !== undefined}
        onHandedOver={() => open({ open: 'slip' })}
        onClose={close}
        onStatus={() => open({ open: 'slips' })}
      />
    ),
  }),
  slips: createModal({
    load: () => import('#features/statement/slip-status-sheet.tsx'),
    offline: true,
    render: ({ SlipStatusSheet }, { open, close }) => (
      <SlipStatusSheet onClose={close} onUpload={() => open({ open: 'slip' })}>
        <Suspense>
          <OptionalWaitingSlips />
        </Suspense>
      </SlipStatusSheet>
    ),
  }),
  bonus: createModal({
    load: () => import('#features/promotion/bonus-sheet.tsx'),
    render: ({ BonusSheet }, { bonus = '', close }) => <BonusSheet code={bonus} onClose={close} />,
    requires: 'bonus',
  }),
  invite: createModal({
    load: () => import('#features/invite/invite-sheet.tsx'),
    render: ({ InviteSheet }, { close }) => <InviteSheet onClose={close} />,
  }),
  refund: createModal({
    load: () => import('#features/refund/refund-sheet.tsx'),
    render: ({ RefundSheet }, { close }) => <RefundSheet onClose={close} />,
  }),
  spin: createModal({
    load: () => import('#features/wheel/spin-sheet.tsx'),
    asks: ['/api/spinwheel/setup'],
    render: ({ SpinSheet }, { close }) => <SpinSheet onClose={close} />,
  }),
  conditions: createModal({
    load: () => import('#features/help/conditions-sheet.tsx'),
    render: ({ ConditionsSheet }, { close }) => <ConditionsSheet onClose={close} />,
  }),
  agreements: createModal({
    load: () => import('#features/agreements/agreements-sheet.tsx'),
    render: ({ AgreementsSheet }, { close }) => <AgreementsSheet onClose={close} />,
  }),
  password: createModal({
    load: () => import('#features/profile/password-sheet.tsx'),
    render: ({ PasswordSheet }, { close }) => <PasswordSheet onClose={close} />,
  }),
  'bank-name': createModal({
    load: () => import('#features/profile/holder-name-sheet.tsx'),
    render: ({ HolderNameSheet }, { close }) => <HolderNameSheet onClose={close} />,
  }),
  activity: createModal({
    load: () => import('#features/profile/activity/activity-sheet.tsx'),
    render: ({ ActivitySheet }, { close }) => <ActivitySheet onClose={close} />,
    extension: 'activity',
  }),
  notifications: createModal({
    load: () => import('#features/profile/notifications/notifications-sheet.tsx'),
    render: ({ NotificationsSheet }, { close }) => <NotificationsSheet onClose={close} />,
    extension: 'push',
  }),
}

/**
 * Loads what the modal in the address needs first. Opening it tries again, and shows what went wrong. The address is as it came: the
 * router hands loaders what nobody has checked.
 */
export function prefetchModal(search: unknown, queryClient: QueryClient): void {
  const { open } = v.parse(modalSearch, search)
  modalOf(modals, open)
    ?.prepare(queryClient)
    .catch(() => undefined)
}

/** The modal in the address; without one, the question that the member's bank account calls for. */
export function MemberModals() {
  const asked = useSearch({ from: '/user' })
  const search = useAllowedModal(modals, asked)
  const isAsked = modalOf(modals, asked.open) !== undefined
  const namePrompt = useNamePrompt(search.open === 'bank-name')
  const isEntry = useStaticData('isEntry')
  const { Screen: NamePrompt } = modals['bank-name']
  const modal = useModal()
  const showAgreements = useCallback(() => modal.open({ open: 'agreements' }), [modal])
  // What the address asks for may be allowed only later, and must not be replaced until then.
  useAgreementsPrompt(isEntry === true && !isAsked && !namePrompt.open, showAgreements)
  return (
    <>
      <ModalHost modals={modals} search={search} />
      {!isAsked && namePrompt.open && (
        <ModalBoundary>
          <Suspense>
            <NamePrompt {...modal} close={namePrompt.dismiss} />
          </Suspense>
        </ModalBoundary>
      )}
    </>
  )
}
