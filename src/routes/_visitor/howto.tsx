import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { addTexts } from '#i18n/activate.ts'
import { ComingScreen } from '../-coming-screen.tsx'

const title = msg`How it works`

export const Route = createFileRoute('/_visitor/howto')({
  beforeLoad: () => addTexts('help'),
  staticData: { title, chatBubble: true },
  component: () => <ComingScreen title={title} />,
})
