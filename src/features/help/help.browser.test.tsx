import { afterEach, expect, test, vi } from 'vitest'
import { lost, renderScreen, stubBackend } from '#components/test-screen.tsx'
import { store } from '#lib/store.ts'
import { connectionAtom } from '#pwa/use-connection.ts'
import { ConditionsSheet } from './conditions-sheet.tsx'
import { ContactScreen } from './contact-screen.tsx'
import { HowToScreen } from './how-to-screen.tsx'
import { VideoList } from './videos/video-list.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  store.set(connectionAtom, 'online')
})

const contact = {
  contactText: '<p>Write to us on <b>LINE</b></p>',
  link: 'https://line.me/R/ti/p/%40champa',
  name: '@champa',
  qr: '<svg xmlns="http://www.w3.org/2000/svg"/>',
}
const open = (more: object) => {
  stubBackend({ '/api/lookup/contact': () => ({ ...contact, ...more }) })
  return renderScreen(<ContactScreen>Talk to us</ContactScreen>)
}

test('shows how to reach us', async () => {
  const screen = await open({})
  await expect.element(screen.getByText('Write to us on LINE')).toBeVisible()
  const link = screen.getByRole('link', { name: '@champa' })
  await expect.element(link).toHaveAttribute('href', contact.link)
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
  const qr = screen.getByRole('img', { name: 'QR code to reach us on @champa' })
  await expect.element(qr).toHaveAttribute('src', expect.stringMatching(/^data:image\/svg/u))
  await expect.element(screen.getByText('Talk to us')).toBeVisible()
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'https://a@evil.example/'])(
  'an address such as %s is neither linked nor shown as a picture',
  async (address) => {
    const screen = await open({ link: address, qr: address.replace('https:', 'ftp:') })
    await expect.element(screen.getByText('@champa')).toBeVisible()
    expect(screen.container.querySelectorAll('a, img')).toHaveLength(0)
  },
)

test('says so where there is no content yet', async () => {
  const screen = await open({ contactText: '', link: '', name: '', qr: '' })
  await expect.element(screen.getByText('There is no other way to reach us yet')).toBeVisible()
})

test('the conditions are shown, missing, or can be retried', async () => {
  let answer: () => unknown = lost
  stubBackend({ '/api/lookup/conditions': () => answer() })
  const screen = await renderScreen(<ConditionsSheet onClose={() => undefined} />)
  await expect.element(screen.getByText('This could not be loaded')).toBeVisible()
  answer = () => ({ conditions: '<ul><li>Be of age</li></ul>' })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByRole('listitem')).toHaveTextContent('Be of age')
})

test('without conditions it says that there are none', async () => {
  stubBackend({ '/api/lookup/conditions': () => ({ conditions: '' }) })
  const screen = await renderScreen(<ConditionsSheet onClose={() => undefined} />)
  await expect.element(screen.getByText('There are no terms yet')).toBeVisible()
})

test('there are five help videos, each played in a sheet', async () => {
  const screen = await renderScreen(<HowToScreen />)
  const cards = screen.getByRole('list', { name: 'Help videos' }).getByRole('button')
  const played: [string, string | null | undefined][] = []
  for (const card of cards.all()) {
    const title = card.element().textContent
    await card.click()
    const sheet = screen.getByRole('dialog', { name: title })
    await expect.element(sheet).toBeVisible()
    played.push([title, sheet.element().querySelector('video')?.getAttribute('src')])
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect.element(sheet).not.toBeInTheDocument()
  }
  expect(played).toEqual([
    ['Pay money in', '/videos/wallet.mp4'],
    ['Play a game', '/videos/play.mp4'],
    ['Your balance', '/videos/balance.mp4'],
    ['Claim a bonus', '/videos/bonus.mp4'],
    ['Cancel a bonus', '/videos/bonus-cancel.mp4'],
  ])
})

test('a poster that cannot be loaded leaves no broken picture', async () => {
  const screen = await renderScreen(<VideoList />)
  await expect.element(screen.getByRole('button', { name: 'Pay money in' })).toBeVisible()
  for (const poster of screen.container.querySelectorAll('img')) poster.dispatchEvent(new Event('error'))
  await expect.poll(() => screen.container.querySelectorAll('img').length).toBe(0)
  await expect.element(screen.getByRole('button', { name: 'Pay money in' })).toBeVisible()
})

test('a video that could not be loaded says so, or that the phone is offline, and is tried again', async () => {
  const screen = await renderScreen(<HowToScreen />)
  await screen.getByRole('button', { name: 'Pay money in' }).click()
  const sheet = screen.getByRole('dialog', { name: 'Pay money in' })
  const film = () => sheet.element().querySelector('video')
  await expect.poll(film).not.toBeNull()
  film()?.dispatchEvent(new Event('error'))
  await expect.element(sheet.getByText('The video could not be loaded')).toBeVisible()
  store.set(connectionAtom, 'offline')
  await expect.element(sheet.getByText('You are offline')).toBeVisible()
  await expect.element(sheet.getByText(/^Once seen, it plays without a connection too\./u)).toBeVisible()
  await sheet.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(film).not.toBeNull()
})
