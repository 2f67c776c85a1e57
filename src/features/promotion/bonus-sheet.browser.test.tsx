import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { errorDialogAtom } from '#errors/error-dialog.ts'
import { store } from '#lib/store.ts'
import { BonusSheet } from './bonus-sheet.tsx'
import { everything, openRewards, receivedNow, show } from './test-rewards.tsx'

let backend: ReturnType<typeof openRewards>
beforeEach(() => {
  backend = openRewards()
})
afterEach(() => vi.unstubAllGlobals())

async function open(code: string) {
  const onClose = vi.fn<() => void>()
  const screen = await show(<BonusSheet code={code} onClose={onClose} />)
  return { screen, onClose, receive: screen.getByRole('button', { name: 'Claim bonus' }) }
}

test('shows the offer and its terms, and accepts it once, on the terms that it showed', async () => {
  const { screen, onClose, receive } = await open('WELCOME')
  await expect.element(screen.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await expect.element(screen.getByText('First words')).toBeVisible()
  const terms = screen.getByRole('region', { name: 'Terms of this bonus' })
  await expect.element(terms).toHaveTextContent('have at most 10% left')
  await expect.element(terms).toHaveTextContent('How oftenOnce only')
  await expect.element(receive).toBeEnabled()
  const isAfter =
    terms.element().compareDocumentPosition(receive.element()) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(isAfter).toBeTruthy()
  const button = receive.element() as HTMLButtonElement
  button.click()
  button.click()
  await expect.poll(() => onClose).toHaveBeenCalledTimes(1)
  await expect
    .poll(() => backend.changes)
    .toEqual([{ path: '/api/bonus/activate/WELCOME/v1', key: expect.any(String) }])
  await expect.poll(() => backend.askedAnew()).toEqual(expect.arrayContaining(everything))
})

test('a worded limit of early cancelling stands in the terms as it is', async () => {
  Object.assign(backend.bonuses[0]!, { percentFail: 'half <b>of it</b>' })
  const { screen } = await open('WELCOME')
  const terms = screen.getByRole('region', { name: 'Terms of this bonus' })
  await expect.element(terms).toHaveTextContent('is at mosthalf <b>of it</b>')
  await expect.element(terms).toHaveTextContent('have at most half <b>of it</b> left')
  expect(terms.element().querySelector('dd b, p b')).toBeNull()
})

test('the banners can be turned by keyboard', async () => {
  const { screen } = await open('WELCOME')
  const next = screen.getByRole('button', { name: 'Next banner' })
  await expect.element(next).toBeEnabled()
  await expect.element(screen.getByText('1 / 2')).toBeVisible()
  ;(next.element() as HTMLButtonElement).focus()
  await next.click()
  await expect.element(screen.getByText('2 / 2')).toBeVisible()
  await expect.element(next).toBeDisabled()
})

test('nothing can be accepted before its terms are shown', async () => {
  backend.notice = undefined
  const { screen, receive } = await open('DAILY')
  await expect.element(screen.getByText('The terms could not be loaded')).toBeVisible()
  await expect.element(receive).toBeDisabled()
  backend.notice = '<p>No number in it</p>'
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('No number in it')).toBeVisible()
  await expect.element(receive).toBeEnabled()
})

test('while another bonus is active it says so before the tap', async () => {
  backend.active = { status: true, type: 'Ten' }
  backend.answer = () => Response.json({ message: 'BONUS_REMAINING' }, { status: 400 })
  const { screen, onClose, receive } = await open('DAILY')
  await expect.element(screen.getByText(/finish or cancel this one first: Ten/u)).toBeVisible()
  expect(receive.query()).toBeNull()
  await screen.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(() => store.get(errorDialogAtom)).toMatch(/still running/u)
  expect(onClose).not.toHaveBeenCalled()
})

test('the active bonus can be read, but not accepted again', async () => {
  backend.bonuses[0]!.userBonus = receivedNow(true)
  backend.active = { status: true, type: 'Welcome' }
  const { screen, onClose } = await open('WELCOME')
  await expect.element(screen.getByText('You are using this bonus.')).toBeVisible()
  await screen.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => onClose).toHaveBeenCalled()
  expect(backend.changes).toEqual([])
})

test('a fully received bonus offers no button, however its sheet was opened', async () => {
  backend.bonuses[1]!.userBonus = receivedNow(false, 2)
  const { screen, receive } = await open('DAILY')
  await expect.element(screen.getByText(/as many times as you can/u)).toBeVisible()
  await expect.element(screen.getByText('2 of 2')).toBeVisible()
  expect(receive.query()).toBeNull()
})

test.each([
  ['BONUS_MAX_CLAIMED', /as many times as you can/u],
  ['BONUS_ALREADY_ACTIVE', /already have an active bonus/u],
  ['BONUS_CONDITION', /terms of your bonus/u],
  ['BONUS_FULL', /All of this bonus has been claimed/u],
  ['NO_DATA', /no longer offered/u],
  ['Only for VIP members', /^Only for VIP members$/u],
])('%s is shown in a dialog, and the offer stays', async (message, words) => {
  backend.answer = () => Response.json({ message }, { status: 400 })
  const { onClose, receive } = await open('WELCOME')
  await receive.click()
  await expect.poll(() => store.get(errorDialogAtom)).toMatch(words)
  await expect.element(receive).toBeEnabled()
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['kept', { message: 'SUCCESS' }],
  ['gone for good', undefined],
])('after a lost answer nothing is sent twice; the outcome is %s', async (_, reply) => {
  backend.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  backend.outcome = { status: 'done', reply }
  const { screen, onClose, receive } = await open('WELCOME')
  await receive.click()
  await expect
    .element(screen.getByText('The connection was lost while we waited for the answer'))
    .toBeVisible()
  await expect.poll(() => onClose).toHaveBeenCalled()
  await expect.poll(() => backend.changes).toHaveLength(1)
})

test('an offer that no longer exists says so', async () => {
  const { screen } = await open('NOTHING')
  await expect.element(screen.getByText('This bonus is no longer offered')).toBeVisible()
})
