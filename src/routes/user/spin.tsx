import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { couponsQueryOptions, spinSetupQueryOptions } from '#features/wheel/wheel-queries.ts'
import { SpinScreen } from '#features/wheel/spin-screen.tsx'
import { addTexts } from '#i18n/activate.ts'

export const Route = createFileRoute('/user/spin')({
  beforeLoad: () => addTexts('member'),
  loader: ({ context }) => {
    void context.queryClient.prefetchQuery(spinSetupQueryOptions)
    void context.queryClient.prefetchQuery(couponsQueryOptions)
  },
  staticData: { title: msg`Spin wheel` },
  component: SpinScreen,
})
