import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ComingScreen } from '../-coming-screen.tsx'

const title = msg`How it works`

export const Route = createFileRoute('/_visitor/howto')({
  staticData: { title },
  component: () => <ComingScreen title={title} />,
})
