import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { claimCoupon, type Coupon } from '#api/contract/spinwheel.ts'
import { useOperation } from '#operations/use-operation.ts'
import { toast } from '#ui/message/toast.ts'
import { sayFailed, sayRefused, toastDone } from './wheel-news.ts'
import { reloadWheel } from './wheel-queries.ts'

const DEBOUNCE_MS = 500

/** Asks before a coupon is claimed, claims it, and shows the outcome. */
export function useClaim(onEnd?: () => void) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState<Coupon | null>(null)
  const lastTap = useRef(-Infinity)
  const operation = useOperation(claimCoupon, {
    announce: 'by-caller',
    onResult(end) {
      if (end.status === 'unknown') return
      setChosen(null)
      onEnd?.()
      void reloadWheel(queryClient)
      if (end.status === 'failed') sayFailed(end.error)
      else if (!end.reply) toastDone()
      else if (end.reply.success)
        toast({ tone: 'jade', icon: 'check', title: t`The prize is in your wallet`, id: 'coupon' })
      else sayRefused(end.reply.error)
    },
  })

  return {
    operation,
    chosen,
    choose(coupon: Coupon) {
      operation.reset()
      setChosen(coupon)
    },
    cancel: () => setChosen(null),
    /** Taps within half a second of each other count as one. */
    confirm(coupon: Coupon) {
      const now = performance.now()
      const isFirst = now - lastTap.current >= DEBOUNCE_MS
      lastTap.current = now
      if (isFirst)
        void operation.run({ body: { coupon: coupon.prize.slice.code, couponId: coupon.couponId } })
    },
  }
}
