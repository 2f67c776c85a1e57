import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { addTexts } from '#i18n/activate.ts'
import { ComingScreen } from '../-coming-screen.tsx'

const title = msg`Spin wheel`

export const Route = createFileRoute('/user/spin')({
  beforeLoad: () => addTexts('member'),
  staticData: { title },
  component: () => <ComingScreen title={title} />,
})
