import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent, ChatPanel, guestIdOf } from '../support/chat.ts'
import { expect, test } from '../support/fixtures.ts'
import { heavyPhoto } from '../support/pictures.ts'

const MB = 2 ** 20
/** With tables and pictures, of which there are none, to the end of the file. */
const videoFile = (bytes = 4000) => {
  const file = Buffer.alloc(bytes)
  file.write('\0\0\0\u000cftypisom\0\0\0\u0008moov\0\0\0\0mdat', 0, 'latin1')
  return file
}

let folder: string
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'champa-chat-files-'))
})
test.afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A file of so many bytes on this machine's disk, which has no content there. */
function fileOf(name: string, bytes: number): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  truncateSync(path, bytes)
  return path
}

test('each invalid file is refused with its own reason', async ({ page, app, words }) => {
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  const alert = page.getByRole('alert')
  const notSupported = words.say('File is not supported')
  for (const [name, type] of [
    ['slip.pdf', 'application/pdf'],
    ['photo.webp', 'image/webp'],
    ['photo', 'image/png'],
  ] as const) {
    await chat.attach(name, type, Buffer.from('anything'))
    await expect(alert).toContainText(notSupported)
    // The alert also disappears by itself, maybe during the click.
    await expect(async () => {
      const close = alert.getByRole('button', { name: words.say('Close') })
      if (await close.isVisible()) await close.click({ timeout: 1000 })
      await expect(alert).toBeHidden({ timeout: 1000 })
    }).toPass()
  }
  const tooLarge = words.say('The file is too large. Please select file no larger than {largest} MB.')
  await chat.attachFile(fileOf('photo.png', 10 * MB + 1))
  await expect(alert).toContainText(tooLarge.replace('{largest}', '10'))
  await chat.attachFile(fileOf('film.mp4', 20 * MB + 1))
  await expect(alert).toContainText(tooLarge.replace('{largest}', '20'))
  await expect(chat.messages.getByRole('img')).toHaveCount(0)
})

test('pictures and videos are uploaded; a file that the server refuses can be resent or removed', async ({
  page,
  app,
  words,
  server,
}) => {
  await page.goto('/contact?open=chat')
  const chat = new ChatPanel(page, app)
  await chat.isReady()
  await chat.attach('photo.png', 'image/png', heavyPhoto(300, 300))
  await chat.expectSent()
  await expect(chat.messages.getByRole('img', { name: words.say('Picture') })).toHaveCount(1)
  await chat.attach('film.mp4', 'video/mp4', videoFile())
  await expect(chat.messages.getByLabel(words.say('Video'), { exact: true })).toHaveCount(1)

  await chat.attach('fake.png', 'image/png', Buffer.from('no picture at all'))
  await expect(chat.sheet.text('Not sent')).toBeVisible()
  await chat.sheet.button('Send again').click()
  await expect(chat.sheet.text('Not sent')).toBeVisible()
  await chat.sheet.button('Remove').click()
  await expect(chat.sheet.text('Not sent')).toBeHidden()
  const agent = new Agent(server.origin, await guestIdOf(page))
  expect(await agent.count('<img src="/api/files/')).toBe(1)
})
