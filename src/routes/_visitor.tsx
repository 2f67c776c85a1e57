import { createFileRoute, Outlet } from '@tanstack/react-router'
import { signOut } from '#data/session.ts'

export const Route = createFileRoute('/_visitor')({
  // Who comes here is a visitor: a session that is still open ends. Not in beforeLoad, which a mere hover runs too.
  onEnter: () => signOut(),
  component: Visitor,
})

function Visitor() {
  const { layouts } = Route.useRouteContext()
  return (
    <layouts.Visitor>
      <Outlet />
    </layouts.Visitor>
  )
}
