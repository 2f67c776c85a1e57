import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { profileQueryOptions } from '#data/profile-queries.ts'
import { signOut } from '#data/session.ts'
import { ProfileScreen } from '#features/profile/profile-screen.tsx'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { ThemeSwitch } from '#features/settings/theme-switch.tsx'

export const Route = createFileRoute('/user/profile')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(profileQueryOptions),
  staticData: { title: msg`Profile` },
  component: Profile,
})

function Profile() {
  return <ProfileScreen theme={<ThemeSwitch />} language={<LanguageSwitch />} onSignOut={signOut} />
}
