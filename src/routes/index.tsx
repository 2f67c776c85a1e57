import { createFileRoute, redirect } from '@tanstack/react-router'
import { modalSearch } from './-modals/modal-search.ts'

export const Route = createFileRoute('/')({
  validateSearch: modalSearch,
  staticData: { title: null },
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/user', search, replace: true })
  },
})
