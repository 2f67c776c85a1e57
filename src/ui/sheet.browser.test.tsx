import './base.css'
import { Provider } from 'jotai'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { store } from '#lib/store.ts'
import { AlertDialog } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import { Carousel } from './carousel.tsx'
import { PreparedSheet, Sheet } from './sheet.tsx'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

function Deposit({ locked }: { locked?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <Provider store={store}>
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
    </Provider>
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

test('closes by its own button, but not by a tap on a toast above it', async () => {
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
  const { top, bottom } = screen.getByRole('dialog').element().getBoundingClientRect()
  expect(top).toBeGreaterThan(0)
  expect(bottom).toBeLessThanOrEqual(window.innerHeight)
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
      cancelLabel="Keep it"
      confirmLabel="Give it up"
    />,
  )
  const question = screen.getByRole('alertdialog', { name: 'Give up this bonus?' })
  await expect.element(question).toHaveAccessibleDescription('It cannot be taken back')
  await expect.element(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus()
  await screen.getByRole('button', { name: 'Give it up' }).click()
  await expect.poll(() => confirm).toHaveBeenCalledOnce()
  expect(close).not.toHaveBeenCalled()
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
  expect(document.querySelectorAll('[aria-hidden=true]:not(svg), [inert]')).toHaveLength(0)
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
