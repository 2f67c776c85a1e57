import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { claimCoupon, type Coupon } from '#api/contract/spinwheel.ts'
import type { ActEnd } from '#data/act-runner.ts'
import { useAct } from '#data/act.ts'
import { useAskWhenBack } from '#data/use-ask-when-back.ts'
import { toast } from '#ui/toast.ts'
import { sayFailed, sayRefused } from './say-failure.ts'
import { reloadWheel } from './wheel-queries.ts'

const DEBOUNCE_MS = 500

/** Asks before a coupon is claimed, claims it, and tells what became of it. */
export function useClaim() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const act = useAct(claimCoupon)
  const [asked, setAsked] = useState<Coupon | null>(null)
  const lastTap = useRef(-Infinity)
  const isUnknown = act.state.status === 'unknown'

  const follow = async (ending: Promise<ActEnd<typeof claimCoupon>>) => {
    const end = await ending
    if (end.status === 'unknown') return
    setAsked(null)
    void reloadWheel(queryClient)
    if (end.status === 'failed') sayFailed(end.error)
    else if (end.reply.success)
      toast({ tone: 'jade', icon: 'check', title: t`The prize is in your wallet`, id: 'coupon' })
    else sayRefused(end.reply.error)
  }
  /** Taps that follow one another within half a second are one. */
  const debounced = (perform: () => void) => {
    const now = performance.now()
    const isFirst = now - lastTap.current >= DEBOUNCE_MS
    lastTap.current = now
    if (isFirst && !act.busy) perform()
  }

  useAskWhenBack(isUnknown, () => follow(act.askAgain()))

  return {
    act,
    asked,
    isUnknown,
    ask(coupon: Coupon) {
      act.reset()
      setAsked(coupon)
    },
    leave: () => setAsked(null),
    confirm(coupon: Coupon) {
      debounced(() => {
        const body = { coupon: coupon.prize.slice.code }
        void follow(isUnknown ? act.askAgain() : act.run({ body }))
      })
    },
  }
}
