import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { askToSignOut } from '#data/session/ask-to-sign-out.ts'
import { profileQueryOptions } from '#data/session/profile-queries.ts'
import { ProfileScreen } from '#features/profile/profile-screen.tsx'
import { sessionsQueryOptions } from '#features/profile/sessions/session-queries.ts'
import { LanguageSwitch } from '#features/settings/language-switch.tsx'
import { ThemeSwitch } from '#features/settings/theme-switch.tsx'
import { hasExtension } from '#lib/network/api-extensions.ts'
import { useModal } from '../-modals/use-modal.ts'

export const Route = createFileRoute('/user/profile')({
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(profileQueryOptions(queryClient))
    if (hasExtension('sessions')) void queryClient.prefetchQuery(sessionsQueryOptions)
  },
  staticData: {
    title: msg`Profile`,
    offline: true,
    shell: {
      shape: 'split',
      text: msg`Your account, your devices and how the app looks. If you see something here that is not yours, change your password and write to us.`,
    },
  },
  component: Profile,
})

function Profile() {
  const { open } = useModal()
  return (
    <ProfileScreen
      theme={<ThemeSwitch />}
      language={<LanguageSwitch />}
      onChangePassword={() => open({ open: 'password' })}
      onActivity={() => open({ open: 'activity' })}
      onNotifications={() => open({ open: 'notifications' })}
      onEditName={() => open({ open: 'bank-name' })}
      onSignOut={askToSignOut}
    />
  )
}
