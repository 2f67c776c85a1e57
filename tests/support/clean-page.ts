import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The files of a worker share their origin. This runs before a file's modules read what is stored.
localStorage.clear()
sessionStorage.clear()

// The sheet of the test before would still be leaving.
beforeEach(async () => {
  await cleanup()
  for (const sheet of document.querySelectorAll('body > [inert][aria-hidden]')) sheet.remove()
})
