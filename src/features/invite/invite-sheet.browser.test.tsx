import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { claimInviteBonus } from '#api/contract/invite.ts'
import {
  type Answers,
  type Asked,
  lost,
  passTime,
  refusal,
  renderScreen,
  stubBackend,
} from '#components/test-screen.tsx'
import { errorText } from '#errors/catalogue.ts'
import { InviteSheet } from './invite-sheet.tsx'

const at = '2025-11-20T07:32:08Z'
const friends = (page: number) =>
  Array.from({ length: page === 1 ? 10 : 2 }, (_, n) => ({
    from: { name: `Friend ${(page - 1) * 10 + n + 1}` },
    amount: 50,
    createdAt: at,
  }))

let answers: Answers
let asked: Asked[]
const claims = () => asked.filter(({ path }) => path === '/api/invite/bonus')

beforeEach(() => {
  const wallet = {
    profile: { _id: 'M1', username: '0812345678', createdAt: at },
    wallet: { amount: 0 },
    invite: { amount: 350, success: '', fail: '' },
  }
  answers = {
    '/api/wallet': () => wallet,
    '/api/invite/banners': () => ({ banners: [] }),
    '/api/invite': ({ body }) => {
      const { page } = body as { page: number }
      return { total: 12, invites: friends(page), banners: [] }
    },
    '/api/invite/bonus': () => ({ amount: 350, message: 'INVITE_BONUS_SUCCESS' }),
  }
  asked = stubBackend(answers)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function show() {
  const onClose = vi.fn<() => void>()
  return renderScreen(<InviteSheet onClose={onClose} />)
}

function houseSays(success: string, fail: string) {
  const before = answers['/api/wallet']
  answers['/api/wallet'] = (call) => ({
    ...(before?.(call) as object),
    invite: { amount: 350, success, fail },
  })
}

test('lists the earnings, ten per page', async () => {
  const screen = await show()
  const rows = screen.getByRole('list', { name: 'From your friends' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent(/Friend 1.*20\/11\/2025 14:32:08.*\+50\.00/u)
  await expect.poll(() => rows.elements()).toHaveLength(10)
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(rows.first()).toHaveTextContent('Friend 11')
  await expect.poll(() => rows.elements()).toHaveLength(2)
  const pages = asked.filter(({ path }) => path === '/api/invite').map(({ body }) => body)
  await expect
    .poll(() => pages)
    .toEqual([
      { page: 1, limit: 10 },
      { page: 2, limit: 10 },
    ])
})

test('marks piled up on a friend’s name stay in its row, and no word is cut', async () => {
  const tall = 'ຊໍ້າກຸ້ມ ຜູ້ຫຼິ້ນ ปู่กู้ฎีฐุ๊'
  const names = [tall, `e${'\u0301'.repeat(180)}`, tall]
  const invites = names.map((name) => ({ from: { name }, amount: 50, createdAt: at }))
  answers['/api/invite'] = () => ({ total: 3, invites, banners: [] })
  const screen = await show()
  const rows = screen.getByRole('list', { name: 'From your friends' }).getByRole('listitem')
  await expect.element(rows.nth(2)).toHaveTextContent(tall)
  for (const row of rows.elements()) {
    expect(getComputedStyle(row)).toMatchObject({ overflowX: 'clip', overflowY: 'clip' })
    expect(row.scrollHeight).toBe(row.clientHeight)
  }
})

test('a page that could not be loaded leaves the way back to the one before', async () => {
  const screen = await show()
  const rows = screen.getByRole('list', { name: 'From your friends' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent('Friend 1')
  answers['/api/invite'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.element(screen.getByText('The list could not be loaded')).toBeVisible()
  await expect.element(screen.getByText('2 / 2')).toBeVisible()
  await screen.getByRole('button', { name: 'Previous page' }).click()
  await expect.element(rows.first()).toHaveTextContent('Friend 1')
})

test.each([
  [
    { amount: 50, firstDeposit: 100, turnoverTimes: 1 },
    'You earn 50.00 ฿ when a friend makes their first deposit of 100.00 ฿ or more. It comes once your friend has played that deposit 1× in games.',
  ],
  [
    { amount: 50, firstDeposit: 0, turnoverTimes: 0 },
    'You earn 50.00 ฿ when a friend makes their first deposit.',
  ],
])('the site’s terms: %j', async (terms, words) => {
  answers['/api/invite'] = () => ({ total: 0, invites: [], terms })
  const screen = await show()
  await expect.element(screen.getByText(/^You earn/u)).toHaveTextContent(words)
})

test('shows that nobody was invited yet', async () => {
  answers['/api/invite'] = () => ({ total: 0, invites: [] })
  const screen = await show()
  await expect.element(screen.getByText('No bonus from friends yet')).toBeVisible()
  await expect.element(screen.getByText(/^You earn/u)).not.toBeInTheDocument()
})

test('a list that fails to load says so in its place, and can be retried', async () => {
  const list = answers['/api/invite']
  answers['/api/invite'] = () => refusal('INTERNAL_SERVER_ERROR', 500)
  const screen = await show()
  await expect.element(screen.getByText('The list could not be loaded')).toBeVisible()
  expect(document.querySelector('[role=alertdialog]')).toBeNull()
  answers['/api/invite'] = list ?? lost
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Friend 1', { exact: true })).toBeVisible()
})

test('claims the bonus once, with a key, and confirms it', async () => {
  const screen = await show()
  await screen.getByRole('button', { name: 'Claim bonus' }).click()
  await expect.element(screen.getByText('Your invite bonus is in your wallet.')).toBeVisible()
  await expect.poll(claims).toHaveLength(1)
  expect(claims()[0]?.key).toMatch(/^[\da-f-]{36}$/u)
})

test('the site’s own message is shown as plain text', async () => {
  houseSays('<b>Well done</b>', 'Ask the desk')
  const screen = await show()
  await screen.getByRole('button', { name: 'Claim bonus' }).click()
  await expect.element(screen.getByText('<b>Well done</b>')).toBeVisible()
  answers['/api/invite/bonus'] = () => refusal('NO_INVITE_BONUS')
  await screen.getByRole('button', { name: 'Claim bonus' }).click()
  await expect.element(screen.getByText('Ask the desk')).toBeVisible()
})

test.each([...claimInviteBonus.errors, 'Somebody at the desk says no'])('%s is told', async (code) => {
  answers['/api/invite/bonus'] = () => refusal(code)
  const screen = await show()
  await screen.getByRole('button', { name: 'Claim bonus' }).click()
  await expect.element(screen.getByText(errorText(code)?.message ?? code)).toBeVisible()
})

test('after a lost answer the claim’s outcome is asked for, and nothing is sent again', async () => {
  answers['/api/invite/bonus'] = lost
  answers['/api/acts'] = () => ({ status: 'done', reply: { amount: 350, message: 'INVITE_BONUS_SUCCESS' } })
  const screen = await show()
  await screen.getByRole('button', { name: 'Claim bonus' }).click()
  await expect.element(screen.getByText('Your invite bonus is in your wallet.')).toBeVisible()
  await expect.poll(claims).toHaveLength(1)
})

test('a claim whose outcome can never be known is told once, and put away', async () => {
  answers['/api/invite/bonus'] = lost
  answers['/api/acts'] = () => ({ status: 'unknown' })
  const screen = await show()
  const claim = screen.getByRole('button', { name: 'Claim bonus' })
  await expect.element(claim).toBeEnabled()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  ;(claim.element() as HTMLElement).click()
  const again = screen.getByRole('button', { name: 'Check again' })
  while (!again.query()) await passTime(1000)
  vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
  ;(again.element() as HTMLElement).click()
  const over = screen.getByText('The result can no longer be checked.', { exact: false })
  while (!over.query()) await passTime(500)
  vi.useRealTimers()
  expect(document.body.textContent).not.toContain('We do not know yet')
  await screen.getByRole('button', { name: 'Close' }).last().click()
  await expect.element(claim).toBeEnabled()
})

test('with nothing to claim the button is disabled; the link still works', async () => {
  const before = answers['/api/wallet']
  answers['/api/wallet'] = (call) => ({ ...(before?.(call) as object), invite: { amount: 0 } })
  const screen = await show()
  await expect.element(screen.getByRole('button', { name: 'Claim bonus' })).toBeDisabled()
  await expect.element(screen.getByText('It grows when friends join with your link.')).toBeVisible()
})

test('the link is ours, with the member’s id: to copy, to share, to scan', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const share = vi.fn<(data: ShareData) => Promise<void>>().mockResolvedValue()
  Object.defineProperty(navigator, 'share', { value: share, configurable: true })
  const link = `${location.origin}/register?code=PRM1`
  const screen = await show()
  await screen.getByRole('button', { name: 'Send the link' }).click()
  await expect.poll(() => share).toHaveBeenCalledWith({ url: link })
  await expect.element(screen.getByRole('img', { name: 'QR code of your invite link' })).toBeVisible()
  await screen.getByRole('button', { name: 'Copy link' }).click()
  await expect.element(screen.getByText(`Copied: ${link}`)).toBeVisible()
  await expect.poll(() => write).toHaveBeenCalledWith(link)

  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await screen.getByRole('button', { name: /Cop/u }).click()
  await expect.element(screen.getByText('Failed to copy')).toBeVisible()
  share.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  await screen.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(screen.getByText('The link could not be shared')).toBeVisible()
  Reflect.deleteProperty(navigator, 'share')
})

test('where nothing can be shared, the gold button copies the link', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const screen = await show()
  expect('share' in navigator).toBe(false)
  await screen.getByRole('button', { name: 'Copy link' }).click()
  await expect.poll(() => write).toHaveBeenCalledWith(`${location.origin}/register?code=PRM1`)
  await expect.element(screen.getByText(/^Copied: /u)).toBeVisible()
})

test('shows how many of those who joined have earned the member a bonus', async () => {
  const list = answers['/api/invite']
  answers['/api/invite'] = (call) => ({ ...(list?.(call) as object), friends: 1600 })
  const screen = await show()
  const progress = screen.getByRole('progressbar', { name: 'Friends who earned you a bonus' })
  await expect.element(progress).toHaveAttribute('value', '0.0075')
  await expect
    .element(screen.getByText('Joined with your link: 1,600 · Earned you a bonus: 12'))
    .toBeVisible()
})
