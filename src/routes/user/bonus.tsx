import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { noticeQueryOptions } from '#data/site/site-config-queries.ts'
import { activeRewardQueryOptions } from '#data/rewards/reward-queries.ts'
import { bonusesQueryOptions } from '#features/promotion/promotion-queries.ts'
import { PromotionScreen } from '#features/promotion/promotion-screen.tsx'
import { useModal } from '../-modals/use-modal.ts'

export const Route = createFileRoute('/user/bonus')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(bonusesQueryOptions)
    void context.queryClient.prefetchQuery(activeRewardQueryOptions)
    void context.queryClient.prefetchQuery(noticeQueryOptions)
  },
  staticData: {
    title: msg`Bonus`,
    asks: ['/api/bonus', '/api/bonus/check/active'],
    shell: {
      shape: 'wide',
      text: msg`Open a bonus to see what you get and how much you must play. You can use one bonus at a time.`,
    },
  },
  component: Bonus,
})

function Bonus() {
  const { open } = useModal()
  return <PromotionScreen onOpen={(bonus) => open({ open: 'bonus', bonus })} />
}
