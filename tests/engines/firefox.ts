import { launch } from 'puppeteer-core'
import { endsWithUs } from './ends-with-us.ts'
import type { Engine } from './engine.ts'

/** Starts Firefox without a window, in a profile of its own. */
export async function startFirefox(program: string, timeoutMs: number): Promise<Engine> {
  const [shell, ...before] = endsWithUs
  const browser = await launch({
    browser: 'firefox',
    executablePath: shell,
    args: [...before, program, '--headless', 'about:blank'],
    ignoreDefaultArgs: true,
    defaultViewport: null,
    timeout: timeoutMs,
    protocolTimeout: timeoutMs,
  })
  const [page = await browser.newPage()] = await browser.pages()
  page.setDefaultTimeout(timeoutMs)
  await page.setViewport({ width: 390, height: 800 })
  return {
    open: async (address) => void (await page.goto(address)),
    back: async () => void (await page.goBack({ waitUntil: [] })),
    run: (inPage, ...args) => page.evaluate(inPage as (...args: unknown[]) => never, ...args),
    load: async (script) => void (await page.evaluate(`${script};undefined`)),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  }
}
