import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { SiteMissing } from './-route-states.tsx'

/** Every address without a route of its own. */
export const Route = createFileRoute('/$')({
  staticData: {
    title: msg`Page Not Found`,
    offline: true,
    shell: { shape: 'state', text: msg`There is nothing at this address.` },
  },
  component: SiteMissing,
})
