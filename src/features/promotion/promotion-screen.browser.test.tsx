import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { refreshMoney } from '#data/wallet/refresh-money.ts'
import { passTime, stillUntil } from '#components/test-screen.tsx'
import { errorDialogAtom } from '#errors/error-dialog.ts'
import { store } from '#lib/store.ts'
import { PromotionScreen } from './promotion-screen.tsx'
import { everything, newClient, openRewards, receivedNow, show } from './test-rewards.tsx'

let backend: ReturnType<typeof openRewards>
beforeEach(() => {
  backend = openRewards()
  backend.promotions['CHAMPA50'] = {
    code: 'CHAMPA50',
    percentFail: 5,
    termsVersion: 'v1',
    description: '<p>Fifty baht</p>',
  }
})
afterEach(() => vi.unstubAllGlobals())

async function open() {
  const onOpen = vi.fn<(code: string) => void>()
  const client = newClient()
  const screen = await show(<PromotionScreen onOpen={onOpen} />, client)
  const field = screen.getByRole('textbox', { name: 'Promotion code' })
  const search = screen.getByRole('button', { name: 'Search' })
  return { screen, client, onOpen, field, search }
}

test('offers open, the active one is marked, a fully received one is disabled', async () => {
  const [welcome, daily] = backend.bonuses
  backend.bonuses = [
    { ...welcome!, code: 'OPEN', name: 'Open one' },
    { ...welcome!, userBonus: receivedNow() },
    { ...daily!, userBonus: receivedNow(true) },
  ]
  backend.active = { status: true, type: 'Daily treat' }
  const { screen, onOpen } = await open()
  await screen.getByRole('button', { name: 'Open one Once only' }).click()
  await expect.poll(() => onOpen).toHaveBeenLastCalledWith('OPEN')
  await expect.element(screen.getByRole('button', { name: 'Welcome Once only Claimed' })).toBeDisabled()
  await screen.getByRole('button', { name: 'DAILY 2 times a day In use' }).click()
  await expect.poll(() => onOpen).toHaveBeenLastCalledWith('DAILY')
  await expect.element(screen.getByRole('region', { name: 'Bonus in use' })).toHaveTextContent('Daily treat')
  expect(screen.getByRole('textbox').query()).toBeNull()
})

test('the offers come with the bonus in use above them, which would push them down', async () => {
  let release: () => void = () => undefined
  backend.heldCurrent = new Promise((resolve) => (release = resolve))
  backend.active = { status: true, type: 'Welcome' }
  backend.current = { description: '<p>Fifty baht</p>' }
  const { screen } = await open()
  await expect.poll(() => backend.asked).toContain('/api/promotion/current')
  await expect.element(screen.getByText('Loading the bonuses')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^(?:DAILY|Cancel)/u }).elements()).toEqual([])
  release()
  await expect.element(screen.getByRole('button', { name: /^DAILY/u })).toBeVisible()
  expect(screen.getByText('Fifty baht').query()).not.toBeNull()
})

test('in a wide window the chosen offer stands beside the list and can be claimed there', async () => {
  await page.viewport(1000, 780)
  const { screen, onOpen } = await open()
  const beside = (name: string) => screen.getByRole('region', { name, exact: true })
  await expect.element(beside('Welcome').getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await screen.getByRole('button', { name: /^DAILY/u }).click()
  const offer = beside('DAILY')
  await offer.getByRole('button', { name: 'Claim bonus' }).click()
  await expect.poll(() => backend.changes.map(({ path }) => path)).toEqual(['/api/bonus/activate/DAILY'])
  expect(onOpen).not.toHaveBeenCalled()
})

test('in a wide window the bonus in use is told once: above the list, not beside it too', async () => {
  await page.viewport(1000, 780)
  backend.bonuses = [{ ...backend.bonuses[0]!, userBonus: receivedNow(true) }]
  backend.active = { status: true, type: 'Welcome', toPlay: 12.5, required: 50 }
  const { screen } = await open()
  const beside = screen.getByRole('region', { name: 'Welcome', exact: true })
  await expect.element(beside.getByText('You are using this bonus.')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Played in games' }).elements()).toHaveLength(1)
})

test('while its claim is on its way no other can be chosen, until the window is narrow', async () => {
  await page.viewport(1000, 780)
  backend.answer = () => new Promise(() => undefined)
  const { screen, onOpen } = await open()
  await screen.getByRole('button', { name: 'Claim bonus' }).click()
  const daily = screen.getByRole('button', { name: /^DAILY/u })
  await expect.element(daily).toBeDisabled()
  await page.viewport(360, 780)
  await daily.click()
  await expect.poll(() => onOpen).toHaveBeenCalledExactlyOnceWith('DAILY')
})

test('a missing or broken picture is replaced by a generated one', async () => {
  const [welcome] = backend.bonuses
  backend.bonuses = [
    { ...welcome!, code: 'NONE', banners: [] },
    { ...welcome!, code: 'BROKEN', banners: [{ image: 'data:image/png;base64,broken', html: '' }] },
  ]
  const { screen } = await open()
  await expect.element(screen.getByRole('list', { name: 'Bonuses' })).toBeVisible()
  await expect.poll(() => screen.container.querySelectorAll('li svg[viewBox="0 0 150 100"]').length).toBe(2)
})

test('a code is capitalised while it is typed, and the caret stays', async () => {
  const { field } = await open()
  await field.fill('champa')
  await expect.element(field).toHaveValue('CHAMPA')
  const input = field.element() as HTMLInputElement
  input.setSelectionRange(2, 2)
  input.setRangeText('x', 2, 2, 'end')
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await expect.element(field).toHaveValue('CHXAMPA')
  expect(input.selectionStart).toBe(3)
})

test('an empty code shows an error and is not sent', async () => {
  const { screen, field, search } = await open()
  await field.fill('   ')
  await search.click()
  await expect.element(screen.getByText('Please enter a promotion code.')).toBeVisible()
  await field.fill('..')
  await expect.element(screen.getByText(/No promotion has this code/u)).toBeVisible()
  expect(backend.asked.filter((path) => path.includes('/find/'))).toEqual([])
})

test('shows that it searches, then that nothing was found', async () => {
  let release: () => void = () => undefined
  backend.held = new Promise((resolve) => (release = resolve))
  const { screen, field, search } = await open()
  await field.fill('nothing')
  const card = screen.getByRole('region', { name: 'Promotion code' })
  const height = () => card.element().getBoundingClientRect().height
  const before = height()
  await search.click()
  await expect.element(screen.getByText('Searching for the promotion…')).toBeInTheDocument()
  // What is below stays where it is for that moment.
  expect(height()).toBe(before)
  release()
  await expect.element(screen.getByText(/No promotion has this code/u)).toBeVisible()
  expect(backend.asked).toContain('/api/promotion/find/NOTHING')
  await field.fill('NOTHIN')
  await expect.element(screen.getByText(/No promotion has this code/u)).not.toBeInTheDocument()
})

test('a found promotion is shown with its terms, and activated once on them, with its code in capitals', async () => {
  const { screen, field, search } = await open()
  await field.fill(' champa50')
  await search.click()
  const found = screen.getByRole('region', { name: 'Promotion CHAMPA50' })
  await expect.element(found).toHaveTextContent('Fifty baht')
  await expect.element(found).toHaveTextContent('5%')
  await expect.element(found).toHaveTextContent('have at most 5% left')
  backend.active = { status: true, type: 'CHAMPA50' }
  backend.current = { code: 'CHAMPA50', percentFail: 5, description: '<p>Fifty baht, running</p>' }
  const activate = screen.getByRole('button', { name: 'Activate promotion' }).element() as HTMLButtonElement
  activate.click()
  activate.click()
  await expect.element(screen.getByText('Fifty baht, running')).toBeVisible()
  await expect
    .poll(() => backend.changes)
    .toEqual([{ path: '/api/promotion/activate/CHAMPA50/v1', key: expect.any(String) }])
  await expect.poll(() => backend.askedAnew()).toEqual(expect.arrayContaining(everything))
})

test('an activated promotion cannot be activated again before the page shows it as the bonus in use', async () => {
  const { screen, field, search } = await open()
  await field.fill('champa50')
  await search.click()
  const activate = screen.getByRole('button', { name: 'Activate promotion' })
  await expect.element(activate).toBeEnabled()
  let answer: () => void = () => undefined
  backend.heldActive = new Promise((resolve) => {
    answer = resolve
  })
  backend.active = { status: true, type: 'CHAMPA50' }
  await activate.click()
  await expect.poll(() => backend.askedAnew()).toContain('/api/bonus/check/active')
  await expect.element(activate).toBeDisabled()
  answer()
  await expect.element(screen.getByRole('region', { name: 'Bonus in use' })).toBeVisible()
  expect(backend.changes).toHaveLength(1)
})

test('an activation of unknown outcome stays visible until it is known, whatever is searched meanwhile', async () => {
  const { screen, field, search } = await open()
  await field.fill('champa50')
  await search.click()
  const activate = screen.getByRole('button', { name: 'Activate promotion' })
  await expect.element(activate).toBeEnabled()
  backend.answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const searches = () => backend.asked.filter((path) => path.includes('/find/')).length
  const before = searches()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  ;(activate.element() as HTMLElement).click()
  await stillUntil(() => backend.changes.length === 1)
  const isUnknown = () => screen.container.textContent.includes('We do not know yet whether it went through')
  while (!isUnknown() || searches() === before) await passTime(1000)
  vi.useRealTimers()
  await expect.element(screen.getByText('We do not know yet whether it went through')).toBeVisible()
  // What may have changed was fetched again, including the found promotion.
  await expect.element(screen.getByText('Fifty baht')).toBeVisible()
  await expect.element(screen.getByText('We do not know yet whether it went through')).toBeVisible()
  await expect.element(activate).not.toBeInTheDocument()
  await expect.poll(() => backend.changes).toHaveLength(1)
  backend.outcome = { status: 'done' }
  backend.active = { status: true, type: 'CHAMPA50' }
  await screen.getByRole('button', { name: 'Check again' }).click()
  await expect.element(screen.getByRole('region', { name: 'Bonus in use' })).toBeVisible()
  await expect.poll(() => backend.changes).toHaveLength(1)
})

test('the found promotion stays, disabled, while the same code is looked up again', async () => {
  const { screen, field, search } = await open()
  await field.fill('champa50')
  await search.click()
  const activate = screen.getByRole('button', { name: 'Activate promotion' })
  await expect.element(activate).toBeEnabled()
  let answer: () => void = () => undefined
  backend.held = new Promise((resolve) => {
    answer = resolve
  })
  await search.click()
  await expect.element(activate).toBeDisabled()
  await expect.element(screen.getByText('Fifty baht')).toBeVisible()
  answer()
  await expect.element(activate).toBeEnabled()
})

test('money that changes meanwhile fetches the found promotion anew, and its button takes taps all the while', async () => {
  const { screen, client, field, search } = await open()
  await field.fill('champa50')
  await search.click()
  const activate = screen.getByRole('button', { name: 'Activate promotion' })
  await expect.element(activate).toBeEnabled()
  const searches = () => backend.asked.filter((path) => path.includes('/find/')).length
  let answer: () => void = () => undefined
  backend.held = new Promise((resolve) => {
    answer = resolve
  })
  refreshMoney(client)
  await expect.poll(searches).toBe(2)
  expect(screen.getByText('Searching for the promotion…').query()).toBeNull()
  await expect.element(activate).toBeEnabled()
  await activate.click()
  await expect.poll(() => backend.changes).toHaveLength(1)
  answer()
})

test('the found promotion stays where money changes and it cannot be looked up again', async () => {
  const { screen, client, field, search } = await open()
  await field.fill('champa50')
  await search.click()
  const found = screen.getByRole('region', { name: 'Promotion CHAMPA50' })
  await expect.element(found).toBeVisible()
  backend.isDown = true
  refreshMoney(client)
  await expect.element(screen.getByText(/try again/iu).first()).toBeVisible()
  await expect.element(found).toBeVisible()
  backend.isDown = false
  delete backend.promotions['CHAMPA50']
  refreshMoney(client)
  await expect.element(found).not.toBeInTheDocument()
})

test('a code that was not found is not searched again when the money changes, nor on return to the app', async () => {
  const { screen, client, field, search } = await open()
  await field.fill('nothing')
  await search.click()
  const missing = screen.getByText(/No promotion has this code/u)
  await expect.element(missing).toBeVisible()
  const words = missing.element()
  backend.asked = []
  refreshMoney(client)
  await expect.poll(() => backend.asked).toEqual(expect.arrayContaining(everything))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => client.isFetching()).toBe(0)
  expect(backend.asked.filter((path) => path.includes('/find/'))).toEqual([])
  expect(missing.element(), 'the same element: nothing is announced').toBe(words)
})

test('typing another code removes the found promotion', async () => {
  const { screen, field, search } = await open()
  await field.fill('champa50')
  await search.click()
  await expect.element(screen.getByText('Fifty baht')).toBeVisible()
  await field.fill('champa5')
  await expect.element(screen.getByText('Fifty baht')).not.toBeInTheDocument()
})

test.each([
  ['NO_PROMOTION', /No promotion has this code/u],
  ['PROMOTION_RECEIVED', /already claimed this promotion/u],
  ['BONUS_FULL', /All of this bonus has been claimed/u],
  ['BONUS_REMAINING', /still running/u],
  ['BONUS_ALREADY_ACTIVE', /already have an active bonus/u],
  ['BONUS_CONDITION', /terms of your bonus/u],
  ['REQUEST_LIMIT', /still being worked on/u],
  ['ปิดปรับปรุงชั่วคราว', /^ปิดปรับปรุงชั่วคราว$/u],
])('%s is shown in a dialog', async (message, words) => {
  backend.answer = () => Response.json({ message }, { status: 400 })
  const { screen, field, search } = await open()
  await field.fill('CHAMPA50')
  await search.click()
  await screen.getByRole('button', { name: 'Activate promotion' }).click()
  await expect.poll(() => store.get(errorDialogAtom)).toMatch(words)
})

test('cancelling asks first, then ends it once', async () => {
  backend.active = { status: true, type: 'week' }
  backend.answer = () => Response.json({ message: 'BONUS_CLEAR' })
  const { screen } = await open()
  await expect.element(screen.getByText('Weekly bonus')).toBeVisible()
  await screen.getByRole('button', { name: 'Cancel bonus' }).click()
  await screen.getByRole('button', { name: 'Go back' }).click()
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
  expect(backend.changes).toEqual([])
  await screen.getByRole('button', { name: 'Cancel bonus' }).click()
  backend.active = { status: false, type: '' }
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel bonus' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Promotion code' })).toBeVisible()
  await expect.poll(() => backend.changes.map(({ path }) => path)).toEqual(['/api/bonus/clear'])
})

test('what the server would refuse cannot be pressed, and the reason names the figure; later it can', async () => {
  backend.active = { status: true, type: 'Ten', toPlay: 20, mayEnd: false, endsBelow: 11 }
  const { screen } = await open()
  const cancel = screen.getByRole('button', { name: 'Cancel bonus' })
  await expect.element(cancel).toBeDisabled()
  await expect
    .element(cancel)
    .toHaveAccessibleDescription(/requirement is met, or once all your money is at most 11\.00/u)
  // Below the button, in its card.
  const reason = document.getElementById(cancel.element().getAttribute('aria-describedby') ?? '')
  const card = cancel.element().parentElement
  expect(card?.contains(reason)).toBe(true)
  expect(card?.querySelector('p[id] ~ div')).not.toBeNull()
  backend.active = { ...backend.active, mayEnd: true }
  await screen.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(cancel).toBeEnabled()
  await expect.element(cancel).not.toHaveAccessibleDescription()
})

test('an empty code is answered at its field', async () => {
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Search' }).click()
  await expect.element(screen.getByText('Please enter a promotion code.')).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Promotion code' })).toHaveFocus()
})

test.each([
  ['BONUS_CONDITION', /terms of your bonus/u],
  ['NO_DATA', /no bonus to cancel/u],
])('cancelling refused with %s is shown in a dialog', async (message, words) => {
  backend.active = { status: true, type: 'Ten' }
  backend.answer = () => Response.json({ message }, { status: 400 })
  const { screen } = await open()
  await screen.getByRole('button', { name: 'Cancel bonus' }).click()
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel bonus' }).click()
  await expect.poll(() => store.get(errorDialogAtom)).toMatch(words)
  await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
})

test('says so when there are no offers', async () => {
  backend.bonuses = []
  const { screen } = await open()
  await expect.element(screen.getByText('No bonus is offered right now')).toBeVisible()
})

test('where nothing could be loaded, one retry is offered, and it fetches everything', async () => {
  backend.isDown = true
  const { screen, search } = await open()
  await expect.element(screen.getByText('The bonuses could not be loaded')).toBeVisible()
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.poll(() => again.elements()).toHaveLength(1)
  backend.isDown = false
  await again.click()
  await expect.element(screen.getByRole('list', { name: 'Bonuses' })).toBeVisible()
  await expect.element(search).toBeVisible()
})

test('where only the active bonus is unknown, that is said beside the offers', async () => {
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    input.endsWith('/check/active') ? Promise.reject(new TypeError('Lost')) : answer(input, init),
  )
  const { screen, search } = await open()
  await expect.element(screen.getByRole('list', { name: 'Bonuses' })).toBeVisible()
  await expect.element(screen.getByText('We cannot see whether a bonus is in use')).toBeVisible()
  vi.stubGlobal('fetch', answer)
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(search).toBeVisible()
})

test('shows the turnover left before money can be withdrawn', async () => {
  backend.active = { status: true, type: 'Welcome', toPlay: 12.5, required: 50 }
  const { screen } = await open()
  const running = screen.getByRole('region', { name: 'Bonus in use' })
  await expect.element(running).toHaveTextContent(/Still to be played before you can withdraw: 12\.50/u)
  await expect.element(running).toHaveTextContent(/Played 37\.50 ฿ of 50\.00 ฿/u)
  await expect.element(running.getByRole('progressbar', { name: 'Played in games' })).toHaveValue(0.75)
})
