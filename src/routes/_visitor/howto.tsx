import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HowToScreen } from '#features/help/how-to-screen.tsx'
import { addTexts } from '#i18n/activate.ts'

export const Route = createFileRoute('/_visitor/howto')({
  beforeLoad: () => addTexts('help'),
  staticData: { title: msg`How it works`, chatBubble: true },
  component: HowToScreen,
})
