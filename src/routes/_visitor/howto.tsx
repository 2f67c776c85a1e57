import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { HowToScreen } from '#features/help/how-to-screen.tsx'

export const Route = createFileRoute('/_visitor/howto')({
  staticData: {
    title: msg`How it works`,
    offline: true,
    shell: {
      text: msg`Short videos without sound, with captions. Each shows one task, step by step: tap one to watch it. Once seen, they play without a connection too.`,
    },
  },
  component: HowToScreen,
})
