import { msg } from '@lingui/core/macro'
import { createFileRoute, useSearch } from '@tanstack/react-router'
import { spinSetupQueryOptions } from '#data/rewards/spin-queries.ts'
import { couponsQueryOptions } from '#features/wheel/wheel-queries.ts'
import { SpinScreen } from '#features/wheel/spin-screen.tsx'

export const Route = createFileRoute('/user/spin')({
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(spinSetupQueryOptions)
    void context.queryClient.prefetchQuery(couponsQueryOptions)
  },
  staticData: {
    title: msg`Spin wheel`,
    hasPrimary: true,
    asks: ['/api/spinwheel/setup', '/api/spinwheel/coupon'],
    shell: {
      shape: 'wide',
      text: msg`One spin takes one coin. What you win waits under My coupons until you claim it.`,
    },
  },
  component: Spin,
})

function Spin() {
  const isCovered = useSearch({ from: '/user', select: ({ open }) => open === 'spin' })
  return <SpinScreen covered={isCovered} />
}
