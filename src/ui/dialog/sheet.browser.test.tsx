import '#ui/base.css'
import { useEffect, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { store } from '#lib/store.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from '#ui/button/button.tsx'
import { Carousel } from '#ui/list/carousel.tsx'
import { PreparedSheet, Sheet } from './sheet.tsx'
import { TallSheet } from './tall-sheet.tsx'
import { toast, toastsAtom } from '#ui/message/toast.ts'
import { Toaster } from '#ui/message/toaster.tsx'
import { withMotion } from '../test-motion.ts'

withMotion()

afterEach(() => store.set(toastsAtom, []))

function Deposit({ locked }: { locked?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Deposit</Button>
      <Button>Behind</Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title="Deposit money"
        closeLabel="Close"
        locked={locked}
      >
        <input aria-label="Amount" />
        <Button>Go on</Button>
      </Sheet>
      <Toaster label="Messages" closeLabel="Close message" />
    </>
  )
}

function Chat() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Chat</Button>
      <Button>Behind</Button>
      {open && (
        <TallSheet onClose={close} title="Customer support" backLabel="Back" closeLabel="Close">
          <Button>Send</Button>
        </TallSheet>
      )}
    </>
  )
}

test('traps the focus while open, and returns it when Escape closes it', async () => {
  const screen = await render(<Deposit />)
  const opener = screen.getByRole('button', { name: 'Deposit', exact: true })
  await opener.click()
  const sheet = screen.getByRole('dialog', { name: 'Deposit money' })
  await expect.element(sheet).toBeVisible()
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
  for (let step = 0; step < 6; step += 1) {
    await userEvent.tab()
    await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
  }
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test.each([
  ['a sheet', Deposit, 'Deposit', 'Go on'],
  ['a tall sheet', Chat, 'Chat', 'Send'],
])('a second Tab within one frame does not leave %s either', async (_, Page, opener, end) => {
  const screen = await render(<Page />)
  await screen.getByRole('button', { name: opener, exact: true }).click()
  const sheet = screen.getByRole('dialog')
  const last = screen.getByRole('button', { name: end })
  // The content comes after the sheet.
  await expect.element(last).toBeVisible()
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
  ;(last.element() as HTMLElement).focus()
  const frames: FrameRequestCallback[] = []
  const hold = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  for (const _ of [1, 2, 3]) await userEvent.tab()
  const isAtGuard = document.activeElement?.hasAttribute('data-base-ui-focus-guard')
  expect(isAtGuard, 'neither on the page below nor out of the page').toBe(true)
  hold.mockRestore()
  for (const frame of frames) frame(performance.now())
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
})

test('closes by its own button, but not by a tap on a toast in it', async () => {
  const screen = await render(<Deposit />)
  await screen.getByRole('button', { name: 'Deposit', exact: true }).click()
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet).toBeVisible()
  toast({ title: 'Copied' })
  await screen.getByRole('button', { name: 'Close message' }).click()
  await expect.element(screen.getByText('Copied')).not.toBeInTheDocument()
  await expect.element(sheet).toBeVisible()
  await screen.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(sheet).not.toBeInTheDocument()
})

/** The controls of the sheet that a tap at their middle does not reach. */
function covered(sheet: Element) {
  return [...sheet.querySelectorAll('button, input')].filter((control) => {
    if (control.closest('[aria-live]')) return false
    const { left, top, width, height } = control.getBoundingClientRect()
    return !control.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}

test('toasts show in the open sheet over its title, cover none of its controls, and stay when it closes', async () => {
  const screen = await render(<Deposit />)
  toast({ title: 'Raised before the sheet opened', lasting: true })
  // The toast may lie over it.
  const opener = screen.getByRole('button', { name: 'Deposit', exact: true }).element() as HTMLElement
  opener.click()
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet).toBeVisible()
  toast({
    title: 'Copied',
    text: 'A second sentence, which is so long that it needs several lines',
    lasting: true,
  })
  const message = screen.getByText('Copied')
  await expect.element(sheet.getByText('Copied')).toBeVisible()
  await expect.element(sheet.getByText('Raised before')).toBeVisible()
  await expect.poll(() => covered(sheet.element())).toEqual([])
  const close = screen.getByRole('button', { name: 'Close', exact: true })
  await close.click()
  await expect.element(sheet).not.toBeInTheDocument()
  await expect.element(message).toBeVisible()
  for (const dismiss of screen.getByRole('button', { name: 'Close message' }).elements())
    (dismiss as HTMLElement).click()
  await expect.element(message).not.toBeInTheDocument()
})

test('one line that is said in the sheet moves nothing of what is below', async () => {
  const screen = await render(<Deposit />)
  ;(screen.getByRole('button', { name: 'Deposit', exact: true }).element() as HTMLElement).click()
  const sheet = screen.getByRole('dialog')
  // It rises once its content is there.
  await expect.element(sheet.getByRole('textbox').first()).toBeVisible()
  await Promise.all(
    sheet
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  )
  const first = sheet.getByRole('textbox').first().element()
  const { top } = first.getBoundingClientRect()
  toast({ title: 'Copied', lasting: true })
  await expect.element(sheet.getByText('Copied')).toBeVisible()
  expect(first.getBoundingClientRect().top).toBe(top)
})

test('over a dialog, which has no room for them, toasts show as on the page', async () => {
  const screen = await render(
    <>
      <AlertDialog
        open
        onClose={() => undefined}
        onConfirm={() => undefined}
        title="Cancel it?"
        confirmLabel="Yes"
        cancelLabel="No"
      />
      <Toaster label="Messages" closeLabel="Close message" />
    </>,
  )
  const dialog = screen.getByRole('alertdialog')
  await expect.element(dialog).toBeVisible()
  toast({ title: 'Money has arrived', lasting: true })
  await expect.element(screen.getByText('Money has arrived')).toBeVisible()
  expect(dialog.element().textContent).not.toContain('Money has arrived')
  await screen.getByRole('button', { name: 'Close message' }).click()
  await expect.element(screen.getByText('Money has arrived')).not.toBeInTheDocument()
})

test('stays open while work is under way', async () => {
  const screen = await render(<Deposit />)
  await screen.getByRole('button', { name: 'Deposit', exact: true }).click()
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet).toBeVisible()
  await screen.rerender(<Deposit locked />)
  await expect.element(screen.getByRole('button', { name: 'Close' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).toBeVisible()
  await screen.rerender(<Deposit />)
  await userEvent.keyboard('{Escape}')
  await expect.element(sheet).not.toBeInTheDocument()
})

test('a sheet taller than the window scrolls inside', async () => {
  const close = vi.fn<() => void>()
  const screen = await render(
    <Sheet open onClose={close} title="Friends" closeLabel="Close">
      {Array.from({ length: 60 }, (_, row) => (
        <p key={row}>Friend {row + 1}</p>
      ))}
      <Button onClick={close}>Next page</Button>
    </Sheet>,
  )
  await screen.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => close).toHaveBeenCalledOnce()
  const box = () => screen.getByRole('dialog').element().getBoundingClientRect()
  // It rises to its place.
  await expect.poll(() => box().bottom).toBeLessThanOrEqual(window.innerHeight)
  expect(box().top).toBeGreaterThan(0)
})

function Choosing() {
  const [isTold, setTold] = useState(false)
  return (
    <Sheet open onClose={() => undefined} title="Withdraw" closeLabel="Close">
      {isTold && <p>Money goes there from tomorrow on.</p>}
      <Button onClick={() => setTold(!isTold)}>Another account</Button>
      <Button>Go on</Button>
    </Sheet>
  )
}

test.each([360, 1440])(
  'at %i px what is said above what a finger presses does not move that away from under it',
  async (width) => {
    await page.viewport(width, 900)
    const screen = await render(<Choosing />)
    const choice = screen.getByRole('button', { name: 'Another account' })
    await expect.element(choice).toBeVisible()
    const sheet = screen.getByRole('dialog').element()
    await Promise.all(sheet.getAnimations().map(({ finished }) => finished))
    const top = (element: Element) => element.getBoundingClientRect().top
    const before = { choice: top(choice.element()), sheet: top(sheet) }
    await choice.click()
    await expect.element(screen.getByText('Money goes there')).toBeVisible()
    expect(top(sheet)).toBeLessThan(before.sheet)
    expect(top(choice.element())).toBe(before.choice)
  },
)

test('in a wide window a sheet that is all of it has the whole height', async () => {
  await page.viewport(1440, 900)
  const screen = await render(
    <Sheet open onClose={() => undefined} title="Friends" closeLabel="Close">
      {Array.from({ length: 60 }, (_, row) => (
        <p key={row}>Friend {row + 1}</p>
      ))}
    </Sheet>,
  )
  const sheet = screen.getByRole('dialog').element()
  await expect.element(screen.getByText('Friend 1', { exact: true })).toBeVisible()
  await expect.poll(() => sheet.getAnimations()).toEqual([])
  const { top, bottom } = sheet.getBoundingClientRect()
  expect([top, bottom]).toEqual([32, 868])
})

test('a question focuses its safe answer and tells the two answers apart', async () => {
  const close = vi.fn<() => void>()
  const confirm = vi.fn<() => void>()
  const screen = await render(
    <AlertDialog
      open
      danger
      onClose={close}
      onConfirm={confirm}
      title="Give up this bonus?"
      text="It cannot be taken back"
      cancelLabel="Go back"
      confirmLabel="Give it up"
    />,
  )
  const question = screen.getByRole('alertdialog', { name: 'Give up this bonus?' })
  await expect.element(question).toHaveAccessibleDescription('It cannot be taken back')
  await expect.element(screen.getByRole('button', { name: 'Go back' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Give it up' }).click()
  await expect.poll(() => confirm).toHaveBeenCalledOnce()
  expect(close).not.toHaveBeenCalled()
})

function Linked() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Friends</Button>
      {open && (
        <Sheet open onClose={close} title="Friends" closeLabel="Close">
          {Array.from({ length: 60 }, (_, row) => (
            <p key={row}>Friend {row + 1}</p>
          ))}
          <Button onClick={close}>Enough</Button>
        </Sheet>
      )}
    </>
  )
}

test('a sheet that is taken out of the page leaves as it came, and is in nobody’s way meanwhile', async () => {
  const screen = await render(<Linked />)
  const opener = screen.getByRole('button', { name: 'Friends' })
  await opener.click()
  const last = screen.getByRole('button', { name: 'Enough' })
  await expect.element(last).toBeVisible()
  const enough = last.element() as HTMLElement
  enough.scrollIntoView()
  const popup = screen.getByRole('dialog').element()
  const body = enough.parentElement
  const scrolled = body?.scrollTop ?? 0
  expect(scrolled).toBeGreaterThan(0)
  await expect.poll(() => popup.getAnimations()).toEqual([])
  // Long enough to look at it.
  document.documentElement.style.setProperty('--slow', '60s')
  enough.click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  expect(popup.closest('[inert]')).not.toBeNull()
  expect(body?.scrollTop).toBe(scrolled)
  const movements = popup.closest('[inert]')?.getAnimations({ subtree: true }) ?? []
  expect(movements, 'the sheet and its scrim').toHaveLength(2)
  for (const movement of movements) movement.finish()
  await expect.poll(() => popup.isConnected).toBe(false)
  document.documentElement.style.removeProperty('--slow')
})

function Cancels({ unmounts }: { unmounts: boolean }) {
  const [asks, setAsks] = useState(false)
  const [done, setDone] = useState(false)
  const question = (
    <AlertDialog
      open={asks}
      onClose={() => setAsks(false)}
      onConfirm={() => {
        setDone(true)
        setAsks(false)
      }}
      title="Cancel it?"
      cancelLabel="Keep it"
      confirmLabel="Cancel it"
    />
  )
  return (
    <Sheet open onClose={() => undefined} title="Withdrawals" closeLabel="Close">
      {done ? <p>Cancelled</p> : <Button onClick={() => setAsks(true)}>Cancel</Button>}
      {unmounts && done ? null : question}
    </Sheet>
  )
}

test.each([false, true])(
  'the focus stays in the sheet when an alert dialog disappears together with its button (unmounted: %s)',
  async (unmounts) => {
    const screen = await render(<Cancels unmounts={unmounts} />)
    const sheet = screen.getByRole('dialog', { name: 'Withdrawals' })
    await screen.getByRole('button', { name: 'Cancel', exact: true }).click()
    await screen.getByRole('button', { name: 'Cancel it' }).click()
    await expect.element(screen.getByText('Cancelled')).toBeVisible()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.element(sheet).toHaveFocus()
  },
)

test('prefersCancel makes the cancel button the gold one', async () => {
  const ask = (prefersCancel: boolean) => (
    <AlertDialog
      open
      prefersCancel={prefersCancel}
      onClose={() => undefined}
      onConfirm={() => undefined}
      title="You are logged in"
      cancelLabel="Stay"
      confirmLabel="Log out"
    />
  )
  const screen = await render(ask(false))
  const isGold = (name: string) =>
    getComputedStyle(screen.getByRole('button', { name }).element()).backgroundImage.includes('gradient')
  expect([isGold('Stay'), isGold('Log out')]).toEqual([false, true])
  await screen.rerender(ask(true))
  expect([isGold('Stay'), isGold('Log out')]).toEqual([true, false])
})

const pictures = ['one', 'two'].map((key) => ({ key, content: <svg aria-hidden /> }))

const effect = vi.fn<() => void>()
function Works() {
  useEffect(effect, [])
  return null
}

function Prepared() {
  const [open, setOpen] = useState(false)
  const [second, setSecond] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Deposit</Button>
      <PreparedSheet open={open}>
        <Sheet open onClose={() => setOpen(false)} title="Deposit money" closeLabel="Close">
          <Works />
          <input aria-label="Amount" />
          <Carousel slides={pictures} label="Pictures" previousLabel="Before" nextLabel="Next" />
          <Button onClick={() => setSecond(true)}>Rules</Button>
          <Sheet open={second} onClose={() => setSecond(false)} title="The rules" closeLabel="Enough">
            <p>One</p>
          </Sheet>
        </Sheet>
      </PreparedSheet>
    </>
  )
}

test('a prepared sheet is invisible, inert and without effects; opening shows that same one', async () => {
  const screen = await render(<Prepared />)
  const opener = screen.getByRole('button', { name: 'Deposit' })
  const amount = screen.getByLabelText('Amount', { exact: true })
  await expect.element(amount).not.toBeVisible()
  expect(screen.getByRole('dialog').elements()).toEqual([])
  expect(effect).not.toHaveBeenCalled()
  await expect.poll(() => document.querySelectorAll('[aria-hidden=true]:not(svg), [inert]').length).toBe(0)
  await userEvent.tab()
  await expect.element(opener).toHaveFocus()
  await userEvent.tab()
  expect(document.activeElement?.closest('[role=dialog]') ?? null, 'nothing of it takes the focus').toBeNull()
  const made = amount.element()
  await opener.click()
  const sheet = screen.getByRole('dialog', { name: 'Deposit money' })
  await expect.element(sheet).toBeVisible()
  await expect.poll(() => effect).toHaveBeenCalledOnce()
  expect(amount.element()).toBe(made)
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true)
  const list = screen.getByRole('region', { name: 'Pictures' }).getByRole('list').element()
  await expect.poll(() => list.getAttribute('data-sliding')).not.toBeNull()
  expect(list.querySelector('li')?.clientWidth, 'the slider measures what is seen').toBeGreaterThan(100)
  await screen.getByRole('button', { name: 'Rules' }).click()
  await screen.getByRole('dialog', { name: 'The rules' }).getByRole('button', { name: 'Enough' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'The rules' })).not.toBeInTheDocument()
  await expect.element(sheet).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(amount).not.toBeVisible()
  await vi.waitFor(() => expect(document.activeElement).toBe(opener.element()))
})
