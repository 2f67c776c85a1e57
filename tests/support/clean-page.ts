import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'

// The files of a worker share their origin. This runs before a file's modules read what is stored.
localStorage.clear()
sessionStorage.clear()

const { innerWidth: width, innerHeight: height } = window

// A test may change the window's size, and leave a sheet that is still closing. The next one begins without either.
beforeEach(async () => {
  await cleanup()
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)
  for (const sheet of document.querySelectorAll('body > [inert][aria-hidden]')) sheet.remove()
})
