import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SiteMissing } from './-route-states.tsx'

/** Every address that nothing else answers to. */
export const Route = createFileRoute('/$')({
  staticData: { title: msg`Page Not Found`, offline: true },
  component: SiteMissing,
})
