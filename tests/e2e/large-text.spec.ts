import { expect, test, withoutEvents } from '../support/fixtures.ts'
import { cutMarks } from '../support/text-marks.ts'

// Every page and sheet is looked at so in every-screen.spec.ts.

for (const language of ['th', 'la'] as const) {
  test.describe(`large text in ${language}`, () => {
    test.use({ language, contextOptions: { reducedMotion: 'reduce' } })
    test.beforeEach(({ context }) => withoutEvents(context))

    test('marks that are cut, and lines that reach into each other, would be found', async ({
      page,
      app,
    }) => {
      await page.goto('/login')
      await expect(app.heading('Log in')).toBeVisible()
      expect(await cutMarks(page)).toEqual([])
      const name = language === 'th' ? 'ปู่กู้ฎีฐุ๊' : 'ຜູ້ຫຼິ້ນ ຊໍ້າກຸ້ມ'
      await page.evaluate((text) => {
        const styles = ['line-height: 0.8; overflow: clip', 'line-height: 0.6; inline-size: 0']
        for (const style of styles) {
          const part = Object.assign(document.createElement('p'), { textContent: `${text} ${text}` })
          part.style.cssText = style
          document.querySelector('main')?.append(part)
        }
        const field = Object.assign(document.createElement('input'), { type: 'text', name: 'low' })
        field.style.cssText = 'block-size: 1em; padding: 0'
        document.querySelector('main')?.append(field)
        // A line at the edge of what scrolls, as in a sheet, can be brought into sight.
        const sheet = document.createElement('div')
        sheet.style.cssText = 'overflow: clip; block-size: 40px'
        const list = document.createElement('div')
        list.style.cssText = 'overflow: auto; block-size: 40px; line-height: 24px'
        for (let line = 0; line < 4; line += 1) {
          const part = Object.assign(document.createElement('p'), { textContent: `${text} scrolls` })
          list.append(part)
        }
        sheet.append(list)
        document.querySelector('main')?.append(sheet)
      }, name)
      expect(await cutMarks(page)).toEqual([
        expect.stringMatching(/^marks cut/u),
        expect.stringMatching(/^lines touch/u),
        'a field lower than its marks: low',
      ])

      await page.goto('/contact?open=chat')
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('textbox')).toBeEnabled()
      expect(await cutMarks(page)).toEqual([])
      await sheet.evaluate((surface, text) => {
        const part = Object.assign(document.createElement('p'), { textContent: text })
        part.style.cssText = 'line-height: 0.8; overflow: clip'
        surface.append(part)
      }, name)
      expect(await cutMarks(page)).toContainEqual(expect.stringMatching(/^marks cut/u))
    })
  })
}
