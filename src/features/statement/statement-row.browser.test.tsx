import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { parse } from 'valibot'
import { listStatements } from '#api/contract/statement.ts'
import { renderScreen } from '#components/test-screen.tsx'
import { StatementRow } from './statement-row.tsx'

const { statements } = parse(listStatements.reply, {
  total: 1,
  statements: [
    { statementType: 'deposit', status: 'PENDING', amount: 500, createdAt: '2026-01-31T05:00:00Z' },
  ],
})

function Page() {
  const [row] = statements
  return (
    <ul style={{ paddingBlock: '200vh' }}>
      {row && (
        <StatementRow row={row} gameName={String} open={false} detailsId="" onToggle={() => undefined} />
      )}
    </ul>
  )
}

test('the way from a row to the upload of its slip opens over the page, which stays where it is', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ staticData: { title: null }, component: Page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    scrollRestoration: true,
  })
  const screen = await renderScreen(<RouterProvider router={router as never} />)
  const link = screen.getByRole('link', { name: 'Upload slip' })
  await expect.element(link).toHaveAttribute('href', '/?open=slip')
  link.element().scrollIntoView()
  const { scrollY } = window
  expect(scrollY).toBeGreaterThan(0)
  await link.click()
  await expect.poll(() => router.state.resolvedLocation?.search).toEqual({ open: 'slip' })
  await expect.element(link).not.toHaveAttribute('aria-current')
  expect(window.scrollY).toBe(scrollY)
})

test.each([
  [
    'was taken back',
    { from: 'WALLET', fee: 0 },
    'Bonus taken back',
    'It ended before its requirement was met.',
  ],
  [
    'is being taken back',
    { from: 'PG', fee: null, status: 'PENDING' },
    'Bonus taken back',
    'It ended before',
  ],
  [
    'could not be taken back',
    { from: 'PG', fee: null, status: 'FAILED' },
    'Bonus taken back',
    'Nothing was moved.',
  ],
  ['was kept', { from: '', fee: null }, 'Bonus finished', ''],
  ['was kept, or another server does not tell', { from: 'WALLET' }, 'Bonus finished', ''],
])('a bonus that ended says that its reward %s', async (_, told, words, note) => {
  const at = '2026-01-31T05:00:00Z'
  const ended = { statementType: 'finish_bonus', status: 'SUCCESS', amount: 100, createdAt: at, ...told }
  const [row] = parse(listStatements.reply, { total: 1, statements: [ended] }).statements
  const screen = await renderScreen(
    <ul>
      {row && (
        <StatementRow row={row} gameName={String} open={false} detailsId="" onToggle={() => undefined} />
      )}
    </ul>,
  )
  await expect.element(screen.getByText(words)).toBeVisible()
  expect(document.querySelector('li > p')?.textContent ?? '').toContain(note)
  expect(document.querySelectorAll('li > p')).toHaveLength(note === '' ? 0 : 1)
})

const ofBank = 'The bank did not take it. The money is back in your wallet.'

test.each([
  [
    'the games did not pay',
    'FAILED',
    { isForGames: true },
    'The games did not pay. The money is back in your wallet.',
  ],
  ['the games have not paid yet', 'PENDING', { isForGames: true }, undefined],
  [
    'staff refused',
    'FAILED',
    { isRefusedByStaff: true },
    'Our staff did not approve it. The money is back in your wallet. To ask why, please contact us.',
  ],
  ['its member cancelled', 'FAILED', { isCancelled: true }, 'Cancelled. The money is back in your wallet.'],
  ['the bank refused', 'FAILED', {}, ofBank],
  ['somebody refused, another server does not tell who', 'FAILED', undefined, ofBank],
])('the row of a withdrawal says who ended it: %s', async (_, status, withdrawal, note) => {
  const [row] = parse(listStatements.reply, {
    total: 1,
    statements: [
      {
        statementType: 'withdraw',
        from: 'WALLET',
        to: 'KBANK',
        status,
        amount: 600,
        createdAt: '2026-01-31T05:00:00Z',
        withdrawal,
      },
    ],
  }).statements
  const screen = await renderScreen(
    <ul>
      {row && (
        <StatementRow row={row} gameName={String} open={false} detailsId="" onToggle={() => undefined} />
      )}
    </ul>,
  )
  await expect.element(screen.getByText('Withdraw')).toBeVisible()
  expect(document.querySelector('li > p')?.textContent.trim()).toBe(note)
})
