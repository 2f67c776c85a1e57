import { useMatches, useSearch } from '@tanstack/react-router'
import { type ComponentProps, memo, Suspense, useCallback, useEffect, useState } from 'react'
import { useFirstScreenOver } from '#data/use-first-screen-over.ts'
import { useAgreementsPrompt } from '#features/agreements/use-agreements-prompt.ts'
import { useNamePrompt } from '#features/profile/use-name-prompt.ts'
import { addTexts } from '#i18n/activate.ts'
import { goodLineAtom } from '#lib/line.ts'
import { nextPaint } from '#lib/next-paint.ts'
import { store } from '#lib/store.ts'
import { isControlled } from '#pwa/controlled.ts'
import { type SheetStage, SheetStageContext } from '#ui/sheet-stage.ts'
import { tilePictures } from '#ui/tile.tsx'
import { ChatSheet } from './-chat-modal.tsx'
import { lazySheet } from './-lazy-sheet.tsx'
import { ModalBoundary } from './-modal-boundary.tsx'
import type { Modal, ModalSearch } from './-modal-search.ts'
import { PendingSheet } from './-pending-sheet.tsx'
import { useReadyModal } from './-ready-modal.ts'
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
const ActivitySheet = lazySheet(
  async () => (await withTexts(import('#features/profile/activity/activity-sheet.tsx'))).ActivitySheet,
)
const HolderNameSheet = lazySheet(
  async () => (await withTexts(import('#features/profile/holder-name-sheet.tsx'))).HolderNameSheet,
)
const AgreementsSheet = lazySheet(
  async () => (await withTexts(import('#features/agreements/agreements-sheet.tsx'))).AgreementsSheet,
)

const SpinSheet = lazySheet(async () => (await withTexts(import('#features/wheel/spin-sheet.tsx'))).SpinSheet)

/** What is opened most, in the order in which it is wanted. */
const wantedSoon = [
  GameSheet.fetchAhead,
  MenuSheet.fetchAhead,
  ...tilePictures.map((keep) => async () => void (navigator.onLine && store.get(goodLineAtom) && keep())),
  DepositSheet.fetchAhead,
  TransferSheet.fetchAhead,
  WithdrawSheet.fetchAhead,
]

/** A sheet's file together with the words it says. */
async function withTexts<File>(file: Promise<File>): Promise<File> {
  await addTexts('member', 'help')
  return file
}

/** The sheet that the address asks for; without one, the question that the member's bank account makes us ask. */
export function MemberModals() {
  const search = useSearch({ from: '/user' })
  const namePrompt = useNamePrompt(search.open === 'bank-name')
  // Of what is shown, as the search is: the location is where one is going already.
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' })
  const { open } = useModal()
  const showAgreements = useCallback(() => open({ open: 'agreements' }), [open])
  useAgreementsPrompt(path.startsWith('/user/home') && !search.open && !namePrompt.open, showAgreements)
  useFetchingAhead()
  const ready = useReadyModal(search.open)
  const left = useLeftModal(search, path)
  const shown: readonly Staged[] = [
    { search: left, stage: 'gone' },
    { search, stage: 'open' },
    { search: ready?.open === left?.open ? undefined : ready, stage: 'ready' },
  ]
  return (
    <>
      {shown.map(
        ({ search: modal, stage }) =>
          modal?.open && (
            // Money is moved from one place: a sheet for another is another sheet.
            <SheetStageContext key={`${modal.open} ${modal.from ?? ''}`} value={stage}>
              <ModalBoundary>
                <Suspense fallback={stage === 'open' && <PendingSheet />}>
                  <ShownModal
                    open={modal.open}
                    channel={modal.channel}
                    game={modal.game}
                    bonus={modal.bonus}
                    from={modal.from}
                    shared={modal.shared}
                  />
                </Suspense>
              </ModalBoundary>
            </SheetStageContext>
          ),
      )}
      {!search.open && namePrompt.open && (
        <ModalBoundary key="name-prompt">
          <Suspense>
            <HolderNameSheet onClose={namePrompt.dismiss} />
          </Suspense>
        </ModalBoundary>
      )}
    </>
  )
}

interface Staged {
  search: ModalSearch | undefined
  stage: SheetStage
}

/** The modal whose place another or a page has taken just now. What came is painted before it is taken away. */
function useLeftModal(search: ModalSearch, path: string): ModalSearch | undefined {
  const [last, setLast] = useState({ search, path })
  const isLeft =
    last.search.open !== undefined &&
    last.search.open !== search.open &&
    (search.open !== undefined || last.path !== path)
  if (!isLeft && (last.search !== search || last.path !== path)) setLast({ search, path })
  useEffect(() => {
    if (!isLeft) return undefined
    let isCurrent = true
    void nextPaint().then(() => isCurrent && setLast({ search, path }))
    return () => {
      isCurrent = false
    }
  }, [isLeft, search, path])
  return isLeft ? last.search : undefined
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
        void wantedSoon[next++]?.().then(() => idle && go())
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
    if (store.get(goodLineAtom)) slipSheet().catch(() => undefined)
  }, [])
  return <DepositSheet {...props} />
}

const ShownModal = memo(function ShownModal({ open, ...search }: ModalSearch & { open: Modal }) {
  const { open: show, ready, close } = useModal()
  switch (open) {
    case 'deposit':
      return <Deposit channel={search.channel} onClose={close} onSlip={() => show({ open: 'slip' })} />
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
      return (
        <MenuSheet
          onClose={close}
          onReady={(next) => ready({ open: next })}
          onOpen={(next) => show({ open: next })}
        />
      )
    case 'game':
      return search.game ? (
        <GameSheet
          code={search.game}
          onClose={close}
          onReadyToMove={(from) => ready({ open: 'transfer', from })}
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
    case 'activity':
      return <ActivitySheet onClose={close} />
    case 'bank-name':
      return <HolderNameSheet onClose={close} />
    case 'spin':
      return <SpinSheet onClose={close} />
    case 'agreements':
      return <AgreementsSheet onClose={close} />
    case 'chat':
      return <ChatSheet onClose={close} />
  }
})
