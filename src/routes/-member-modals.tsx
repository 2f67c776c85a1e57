import { useLocation, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { useAgreementsPrompt } from '#features/agreements/use-agreements-prompt.ts'
import { useNamePrompt } from '#features/profile/use-name-prompt.ts'
import { addTexts } from '#i18n/activate.ts'
import { ChatSheet } from './-chat-modal.tsx'
import { ModalBoundary } from './-modal-boundary.tsx'
import type { Modal, ModalSearch } from './-modal-search.ts'
import { PendingSheet } from './-pending-sheet.tsx'
import { useModal } from './-use-modal.ts'

const DepositSheet = lazy(() =>
  withTexts(import('#features/deposit/deposit-sheet.tsx')).then((file) => ({ default: file.DepositSheet })),
)
const SlipSheet = lazy(() =>
  withTexts(import('#features/deposit/slip/slip-sheet.tsx')).then((file) => ({ default: file.SlipSheet })),
)
const SlipStatusSheet = lazy(() =>
  withTexts(import('#features/statement/slip-status-sheet.tsx')).then((file) => ({
    default: file.SlipStatusSheet,
  })),
)
const WithdrawSheet = lazy(() =>
  withTexts(import('#features/withdraw/withdraw-sheet.tsx')).then((file) => ({
    default: file.WithdrawSheet,
  })),
)
const TransferSheet = lazy(() =>
  withTexts(import('#features/transfer/transfer-sheet.tsx')).then((file) => ({
    default: file.TransferSheet,
  })),
)
const GameSheet = lazy(() =>
  withTexts(import('#features/games/game-sheet.tsx')).then((file) => ({ default: file.GameSheet })),
)
const BonusSheet = lazy(() =>
  withTexts(import('#features/promotion/bonus-sheet.tsx')).then((file) => ({ default: file.BonusSheet })),
)
const ConditionsSheet = lazy(() =>
  withTexts(import('#features/help/conditions-sheet.tsx')).then((file) => ({
    default: file.ConditionsSheet,
  })),
)
const MenuSheet = lazy(() =>
  withTexts(import('#features/menu/menu-sheet.tsx')).then((file) => ({ default: file.MenuSheet })),
)
const InviteSheet = lazy(() =>
  withTexts(import('#features/invite/invite-sheet.tsx')).then((file) => ({ default: file.InviteSheet })),
)
const RefundSheet = lazy(() =>
  withTexts(import('#features/refund/refund-sheet.tsx')).then((file) => ({ default: file.RefundSheet })),
)

const PasswordSheet = lazy(() =>
  withTexts(import('#features/profile/password-sheet.tsx')).then((file) => ({ default: file.PasswordSheet })),
)
const HolderNameSheet = lazy(() =>
  withTexts(import('#features/profile/holder-name-sheet.tsx')).then((file) => ({
    default: file.HolderNameSheet,
  })),
)
const AgreementsSheet = lazy(() =>
  withTexts(import('#features/agreements/agreements-sheet.tsx')).then((file) => ({
    default: file.AgreementsSheet,
  })),
)

const SpinSheet = lazy(() =>
  withTexts(import('#features/wheel/spin-sheet.tsx')).then((file) => ({ default: file.SpinSheet })),
)

/** A sheet's file together with the words it says. */
async function withTexts<File>(file: Promise<File>): Promise<File> {
  await addTexts('member', 'help')
  return file
}

/** The sheet that the address asks for; without one, the question that the member's bank account makes us ask. */
export function MemberModals() {
  const search = useSearch({ from: '/user' })
  const namePrompt = useNamePrompt(search.open === 'bank-name')
  const atHome = useLocation({ select: ({ pathname }) => pathname === '/user/home' })
  const { open } = useModal()
  const showAgreements = useCallback(() => open({ open: 'agreements' }), [open])
  useAgreementsPrompt(atHome && !search.open && !namePrompt.open, showAgreements)
  if (!search.open) {
    if (!namePrompt.open) return null
    return (
      <ModalBoundary key="name-prompt">
        <Suspense>
          <HolderNameSheet onClose={namePrompt.dismiss} />
        </Suspense>
      </ModalBoundary>
    )
  }
  return (
    <ModalBoundary key={search.open}>
      <Suspense fallback={<PendingSheet />}>
        <ShownModal open={search.open} search={search} />
      </Suspense>
    </ModalBoundary>
  )
}

function ShownModal({ open, search }: { open: Modal; search: ModalSearch }) {
  const { open: show, close } = useModal()
  switch (open) {
    case 'deposit':
      return <DepositSheet onClose={close} onSlip={() => show({ open: 'slip' })} />
    case 'slip':
      return <SlipSheet onClose={close} onStatus={() => show({ open: 'slips' })} />
    case 'slips':
      return <SlipStatusSheet onClose={close} onUpload={() => show({ open: 'slip' })} />
    case 'withdraw':
      return <WithdrawSheet onClose={close} />
    case 'transfer':
      return <TransferSheet onClose={close} from={search.from} />
    case 'conditions':
      return <ConditionsSheet onClose={close} />
    case 'menu':
      return <MenuSheet onClose={close} onOpen={(next) => show({ open: next })} />
    case 'game':
      return search.game ? (
        <GameSheet
          code={search.game}
          onClose={close}
          onMoveOut={(from) => show({ open: 'transfer', from })}
        />
      ) : null
    case 'bonus':
      return search.bonus ? <BonusSheet code={search.bonus} onClose={close} /> : null
    case 'invite':
      return <InviteSheet onClose={close} />
    case 'refund':
      return <RefundSheet onClose={close} />
    case 'password':
      return <PasswordSheet onClose={close} />
    case 'bank-name':
      return <HolderNameSheet onClose={close} />
    case 'spin':
      return <SpinSheet onClose={close} />
    case 'agreements':
      return <AgreementsSheet onClose={close} />
    case 'chat':
      return <ChatSheet onClose={close} />
  }
}
