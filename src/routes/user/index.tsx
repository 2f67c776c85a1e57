import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/user/')({
  staticData: { title: null },
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/user/home', search, replace: true })
  },
})
