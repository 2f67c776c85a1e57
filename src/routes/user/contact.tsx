import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ContactScreen } from '#features/help/contact-screen.tsx'
import { prefetchContact } from '#features/help/prefetch-contact.ts'
import { HelpVideos } from '#features/help/videos/help-videos-section.tsx'
import { ChatEntry } from '../-chat-entry.tsx'

export const Route = createFileRoute('/user/contact')({
  loader: ({ context }) => prefetchContact(context.queryClient),
  staticData: {
    title: msg`Contact`,
    hasPrimary: true,
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
  return (
    <ContactScreen help={<HelpVideos />}>
      <ChatEntry />
    </ContactScreen>
  )
}
