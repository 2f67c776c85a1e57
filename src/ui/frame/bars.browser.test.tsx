import '#ui/base.css'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Shell } from './shell.tsx'
import { TabBar, TabFace } from './tab-bar.tsx'
import { TopBar } from './top-bar.tsx'

const links = (names: string[]) =>
  names.map((name) => (
    <a key={name} href={`#${name}`}>
      <TabFace icon="home" label={name} />
    </a>
  ))

test('a key that moves the focus through the bars moves nothing of the page between them', async () => {
  await page.viewport(360, 640)
  const screen = await render(
    <Shell
      top={<TopBar>{links(['Brand', 'Profile'])}</TopBar>}
      bottom={<TabBar label="Main menu">{links(['Home', 'Terms'])}</TabBar>}
    >
      <div style={{ blockSize: '3000px' }} />
    </Shell>,
  )
  scrollTo(0, 1000)
  ;(screen.getByRole('link', { name: 'Terms' }).element() as HTMLElement).focus({ preventScroll: true })
  for (const next of ['Home', 'Profile', 'Brand']) {
    await userEvent.tab({ shift: true })
    expect(document.activeElement).toHaveTextContent(next)
    expect(scrollY).toBe(1000)
  }
})
