import { useLocation, useSearch } from '@tanstack/react-router'
import { type ComponentProps, Suspense, useCallback, useEffect } from 'react'
import { useFirstScreenOver } from '#data/use-first-screen-over.ts'
import { useAgreementsPrompt } from '#features/agreements/use-agreements-prompt.ts'
import { useNamePrompt } from '#features/profile/use-name-prompt.ts'
import { addTexts } from '#i18n/activate.ts'
import { isGoodLine } from '#lib/line.ts'
import { isControlled } from '#pwa/controlled.ts'
import { ChatSheet } from './-chat-modal.tsx'
import { lazySheet } from './-lazy-sheet.tsx'
import { ModalBoundary } from './-modal-boundary.tsx'
import type { Modal, ModalSearch } from './-modal-search.ts'
import { PendingSheet } from './-pending-sheet.tsx'
import { useModal } from './-use-modal.ts'
import { WaitingSlips } from './-waiting-slips.ts'

const slipSheet = () => import('#features/deposit/slip/slip-sheet.tsx')
const DepositSheet = lazySheet(
  async () => (await withTexts(import('#features/deposit/deposit-sheet.tsx'))).DepositSheet,
)
const SlipSheet = lazySheet(async () => (await withTexts(slipSheet())).SlipSheet)
const SlipStatusSheet = lazySheet(
  async () => (await withTexts(import('#features/statement/slip-status-sheet.tsx'))).SlipStatusSheet,
)
const WithdrawSheet = lazySheet(
  async () => (await withTexts(import('#features/withdraw/withdraw-sheet.tsx'))).WithdrawSheet,
)
const TransferSheet = lazySheet(
  async () => (await withTexts(import('#features/transfer/transfer-sheet.tsx'))).TransferSheet,
)
const GameSheet = lazySheet(async () => (await withTexts(import('#features/games/game-sheet.tsx'))).GameSheet)
const BonusSheet = lazySheet(
  async () => (await withTexts(import('#features/promotion/bonus-sheet.tsx'))).BonusSheet,
)
const ConditionsSheet = lazySheet(
  async () => (await withTexts(import('#features/help/conditions-sheet.tsx'))).ConditionsSheet,
)
const MenuSheet = lazySheet(async () => (await withTexts(import('#features/menu/menu-sheet.tsx'))).MenuSheet)
const InviteSheet = lazySheet(
  async () => (await withTexts(import('#features/invite/invite-sheet.tsx'))).InviteSheet,
)
const RefundSheet = lazySheet(
  async () => (await withTexts(import('#features/refund/refund-sheet.tsx'))).RefundSheet,
)

const PasswordSheet = lazySheet(
  async () => (await withTexts(import('#features/profile/password-sheet.tsx'))).PasswordSheet,
)
const HolderNameSheet = lazySheet(
  async () => (await withTexts(import('#features/profile/holder-name-sheet.tsx'))).HolderNameSheet,
)
const AgreementsSheet = lazySheet(
  async () => (await withTexts(import('#features/agreements/agreements-sheet.tsx'))).AgreementsSheet,
)

const SpinSheet = lazySheet(async () => (await withTexts(import('#features/wheel/spin-sheet.tsx'))).SpinSheet)

/** Opened most, in the order in which they are wanted. */
const wantedSoon = [GameSheet, MenuSheet, DepositSheet, TransferSheet, WithdrawSheet]

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
  useFetchingAhead()
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

/** What will be opened is read in while the phone is idle, where the worker has it on the phone already. */
function useFetchingAhead() {
  const standing = useFirstScreenOver()
  useEffect(() => {
    if (!standing || !('requestIdleCallback' in globalThis) || !isControlled()) return
    let next = 0
    let idle = 0
    const go = () => {
      idle = requestIdleCallback(() => {
        const sheet = wantedSoon[next++]
        void sheet?.fetchAhead().then(() => idle && go())
      })
    }
    go()
    return () => {
      cancelIdleCallback(idle)
      idle = 0
    }
  }, [standing])
}

/** Who pays in may want to upload the slip where there is no line. */
function Deposit(props: ComponentProps<typeof DepositSheet>) {
  useEffect(() => {
    if (isGoodLine()) slipSheet().catch(() => undefined)
  }, [])
  return <DepositSheet {...props} />
}

function ShownModal({ open, search }: { open: Modal; search: ModalSearch }) {
  const { open: show, close } = useModal()
  switch (open) {
    case 'deposit':
      return <Deposit onClose={close} onSlip={() => show({ open: 'slip' })} />
    case 'slip':
      return (
        <SlipSheet
          shared={search.shared !== undefined}
          onClose={close}
          onStatus={() => show({ open: 'slips' })}
        />
      )
    case 'slips':
      return (
        <SlipStatusSheet onClose={close} onUpload={() => show({ open: 'slip' })}>
          <Suspense>
            <WaitingSlips />
          </Suspense>
        </SlipStatusSheet>
      )
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
