import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'

const clearStorages = () => [localStorage, sessionStorage].forEach((storage) => storage.clear())
// The files of a worker share their origin. This runs before a file's modules read what is stored.
clearStorages()

const { innerWidth: width, innerHeight: height } = window

// A test may change the window's size, store something, and leave a sheet that is still closing. The next one begins without these.
beforeEach(async () => {
  await cleanup()
  clearStorages()
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)
  for (const sheet of document.querySelectorAll('body > [inert][aria-hidden]')) sheet.remove()
})
