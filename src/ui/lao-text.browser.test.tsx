import './base.css'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Button } from '#ui/button/button.tsx'
import { Choice } from '#ui/form/choices.tsx'
import { Notice } from '#ui/message/notice.tsx'
import { Segments } from '#ui/form/segments.tsx'
import { Status } from '#ui/message/status.tsx'
import { Steps } from '#ui/form/steps.tsx'
import { TabBar, TabFace } from '#ui/frame/tab-bar.tsx'
import { TileFace, tileClass } from '#ui/list/tile.tsx'

/** The highest and lowest combinations of marks in Lao and Thai. */
const tall = 'ຊໍ້າກຸ້ມ ຜູ້ຫຼິ້ນ ปู่กู้ฎีฐุ๊'

test.each(['lo', 'th'])('no word is cut above or below in %s', async (lang) => {
  const screen = await render(
    <div lang={lang} style={{ inlineSize: '20rem' }}>
      <Button size="slim">{tall}</Button>
      <Button size="money" wide>
        {tall} {tall}
      </Button>
      <Choice>{tall}</Choice>
      <Status>{tall}</Status>
      <Notice title={tall}>{tall}</Notice>
      <Segments id="s" label={tall} options={[{ value: 'a', label: tall }]} value="a" onChange={() => {}} />
      <Steps label={tall} steps={[tall, 'b', 'c', 'd']} current={0} />
      <button type="button" className={tileClass()}>
        <TileFace art="deposit" title={tall} text={tall} />
      </button>
      <TabBar label={tall}>
        <a href="#main">
          <TabFace icon="home" label={tall} />
        </a>
      </TabBar>
    </div>,
  )
  const cut = [...screen.container.querySelectorAll<HTMLElement>('*')].filter((part) => {
    const clips = getComputedStyle(part).overflowY !== 'visible' && !part.closest('.visually-hidden, svg')
    return clips && part.scrollHeight > part.clientHeight && part.textContent !== ''
  })
  expect(cut.map((part) => part.outerHTML)).toEqual([])
  for (const part of screen.container.querySelectorAll<HTMLElement>('b, p, span, button, li')) {
    if (!part.textContent || part.closest('.visually-hidden')) continue
    const { fontSize, lineHeight } = getComputedStyle(part)
    expect(Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)).toBeGreaterThanOrEqual(
      lang === 'lo' ? 1.69 : 1.59,
    )
  }
})
