import '#ui/base.css'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { SegmentPanel, Segments } from './segments.tsx'

const ways = [
  { value: 'bank', label: 'Account' },
  { value: 'qr', label: 'QR' },
  { value: 'wallet', label: 'Wallet' },
] as const

function Ways() {
  const [way, setWay] = useState<(typeof ways)[number]['value']>('bank')
  return (
    <>
      <Segments id="ways" label="Ways to deposit" options={ways} value={way} onChange={setWay} />
      <SegmentPanel id="ways" value={way}>
        {way}
      </SegmentPanel>
    </>
  )
}

test('the tabs are one tab stop, and arrow keys move between them', async () => {
  const screen = await render(<Ways />)
  const panel = screen.getByRole('tabpanel')
  await userEvent.tab()
  await expect.element(screen.getByRole('tab', { name: 'Account' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'QR' })).toHaveFocus()
  await expect.element(panel).toHaveTextContent('qr')
  await expect.element(panel).toHaveAccessibleName('QR')
  await userEvent.keyboard('{End}{ArrowRight}')
  await expect.element(screen.getByRole('tab', { name: 'Account' })).toHaveFocus()
  await expect.element(panel).toHaveTextContent('bank')
})
