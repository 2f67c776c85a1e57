import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// The sheet of the test before would still be leaving.
beforeEach(async () => {
  await cleanup()
  for (const sheet of document.querySelectorAll('body > [inert][aria-hidden]')) sheet.remove()
})
