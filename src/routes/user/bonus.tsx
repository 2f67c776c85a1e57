import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ComingScreen } from '../-coming-screen.tsx'

const title = msg`Bonus`

export const Route = createFileRoute('/user/bonus')({
  staticData: { title },
  component: () => <ComingScreen title={title} />,
})
