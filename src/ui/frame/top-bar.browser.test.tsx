import '#ui/base.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Brand, brandLinkClass } from '#ui/art/brand.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { memberLinkClass, TopBar, TopBarEnd } from './top-bar.tsx'

async function show(name: string) {
  const screen = await render(
    <TopBar>
      <a href="/" className={brandLinkClass}>
        <Brand name="Champa" />
      </a>
      <TopBarEnd endsInIcon>
        <a href="/" className={memberLinkClass}>
          <Icon name="user" />
          <span>{name}</span>
        </a>
        <IconButton icon="logout" label="Log out" />
      </TopBarEnd>
    </TopBar>,
  )
  const shown = screen.getByText(name).element()
  const brand = screen.getByText('Champa').element()
  const logo = brand.closest('a')
  return {
    isCut: shown.scrollWidth > shown.clientWidth,
    brandWidth: logo?.clientWidth,
    isBesideLogo: brand.getBoundingClientRect().top < (logo?.getBoundingClientRect().bottom ?? 0),
  }
}

test('at 360 px a name of usual length leaves room for the brand', async () => {
  await page.viewport(360, 640)
  const { isCut, isBesideLogo } = await show('Somchai Jaidee')
  expect({ isCut, isBesideLogo }).toEqual({ isCut: false, isBesideLogo: true })
})

test.each([
  [360, 'Somchai Jaidee'],
  [360, 'สมชาย ใจดีมาก'],
  [360, 'ສົມສັກ ໃຈດີຫຼາຍ'],
  [360, 'Nattapong Wongsuwannakul'],
  [1440, 'Nattapong Wongsuwannakul'],
])(
  'at %i px the name %s is not cut while the brand holds room that it shows nothing in',
  async (width, name) => {
    await page.viewport(width, 640)
    const { isCut, brandWidth } = await show(name)
    expect(isCut ? brandWidth : 32).toBe(32)
  },
)
