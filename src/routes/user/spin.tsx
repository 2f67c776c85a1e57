import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ComingScreen } from '../-coming-screen.tsx'

const title = msg`Spin wheel`

export const Route = createFileRoute('/user/spin')({
  staticData: { title },
  component: () => <ComingScreen title={title} />,
})
