import type { BrowserContext } from 'playwright/test'
import { workerReady } from '../../tests/support/fixtures.ts'
import { attempt, type Finding, skipped } from './finding.ts'
import { protocolsOf, shareTargetOf, shortcutsOf } from './manifest-rules.ts'
import { needsMember, openHome, type Site, words } from './site.ts'

/** The sheet that a link of each protocol asks for. */
const linked = { link: 'deposit', sheet: 'Deposit' }

/** Each shortcut opens the page that it names, a link of the app's protocol its sheet, and a shared picture arrives in the upload. */
export async function auditEntryPoints(
  site: Site,
  context: BrowserContext,
  manifest: unknown,
): Promise<Finding[]> {
  const { origin, member } = site
  const shortcuts = shortcutsOf(manifest)
  const protocols = protocolsOf(manifest)
  if (!member)
    return [
      ...shortcuts.map(({ name }) => skipped(name, needsMember)),
      ...protocols.map(({ protocol }) => skipped(protocol, needsMember)),
      skipped('sharing a picture', needsMember),
    ]
  const page = await openHome(site, context)
  const findings: Finding[] = []
  for (const { name, url } of shortcuts) {
    const opens = async () => {
      await page.goto(new URL(url, origin).href)
      const named = { name, exact: true }
      await page.getByRole('dialog', named).or(page.getByRole('heading', named)).first().waitFor()
      return url
    }
    findings.push(await attempt(name, 'The address has to open a page or sheet of the same name.', opens))
  }
  for (const { protocol, url } of protocols) {
    const opens = async () => {
      const link = `${protocol}:${linked.link}`
      await page.goto(new URL(url.replace('%s', encodeURIComponent(link)), origin).href)
      await page.getByRole('dialog', { name: words.say(linked.sheet), exact: true }).waitFor()
      return `${link} opens its sheet`
    }
    findings.push(await attempt(protocol, 'A link of the protocol has to open the sheet it names.', opens))
  }
  findings.push(
    await attempt(
      'sharing a picture',
      'The worker has to take it, and the upload has to show it.',
      async () => {
        const target = shareTargetOf(manifest)
        if (!target) throw new Error('the manifest takes no shared picture')
        await workerReady(page)
        await page.goto(`${origin}/robots.txt`)
        await page.evaluate(sendPicture, target)
        await page
          .getByRole('dialog')
          .getByRole('img', { name: words.say('The chosen slip') })
          .waitFor()
        return `arrived at ${new URL(page.url()).pathname}`
      },
    ),
  )
  await page.close()
  return findings
}

/** Runs in the page: does what a phone does when somebody shares a picture with the app. */
async function sendPicture({ action, field }: { action: string; field: string }): Promise<void> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 480 })
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  const chosen = new DataTransfer()
  chosen.items.add(new File([picture ?? ''], 'slip.png', { type: 'image/png' }))
  const input = Object.assign(document.createElement('input'), { type: 'file', name: field })
  input.files = chosen.files
  const form = Object.assign(document.createElement('form'), {
    method: 'post',
    action,
    enctype: 'multipart/form-data',
  })
  form.append(input)
  document.body.append(form)
  form.submit()
}
