import '#ui/base.css'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Brand, brandLinkClass } from '#ui/art/brand.tsx'
import { IconButton } from '#ui/button/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { memberLinkClass, TopBar, TopBarEnd } from './top-bar.tsx'

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
    const brand = screen.getByText('Champa').element().closest('a')
    const isCut = shown.scrollWidth > shown.clientWidth
    expect(isCut ? brand?.clientWidth : 32).toBe(32)
  },
)
