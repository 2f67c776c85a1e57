import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { ContactScreen } from '#features/help/contact-screen.tsx'
import { prefetchContact } from '#features/help/prefetch-contact.ts'
import { HelpVideos } from '#features/help/videos/help-videos-section.tsx'
import { buttonClass } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useWide } from '#ui/frame/use-wide.ts'
import { ChatEntry } from '../-chat-entry.tsx'

export const Route = createFileRoute('/_visitor/contact')({
  loader: ({ context }) => prefetchContact(context.queryClient),
  staticData: {
    title: msg`Contact`,
    offline: true,
    asks: ['/api/lookup/contact', '/api/lookup/enableChatWidget'],
    shell: {
      shape: 'sidebar',
      title: msg`Contact us`,
      text: msg`Write to us if something about your money or a game is unclear. We never ask for your password or for a code that you were sent.`,
    },
  },
  component: Contact,
})

function Contact() {
  const help = useWide() ? (
    <HelpVideos />
  ) : (
    <Link to="/howto" className={buttonClass({ wide: true })}>
      <Icon name="play" />
      <Trans>How it works</Trans>
    </Link>
  )
  return (
    <ContactScreen help={help}>
      <ChatEntry />
    </ContactScreen>
  )
}
