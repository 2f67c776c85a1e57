import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'

// The files of a worker share their origin. This runs before a file's modules read what is stored.
localStorage.clear()
sessionStorage.clear()

const { innerWidth: width, innerHeight: height } = window

// Each test begins in the window that its file began with. The sheet of the test before would still be leaving.
beforeEach(async () => {
  await cleanup()
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)
  for (const sheet of document.querySelectorAll('body > [inert][aria-hidden]')) sheet.remove()
})
