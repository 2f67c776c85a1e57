import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/user/')({
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/user/home', search, replace: true })
  },
})
