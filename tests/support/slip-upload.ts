import type { Page } from 'playwright/test'
import type { App } from './app.ts'
import { expect } from './expect.ts'
import { signInAs } from './fixtures.ts'
import { callApi, type TestMember } from './members.ts'
import { type MadeSlip, makeSlip } from './pictures.ts'

/** The sheet in which a member uploads a slip. */
export class SlipUpload {
  readonly page: Page
  readonly app: App
  constructor(page: Page, app: App) {
    this.page = page
    this.app = app
  }

  get sheet() {
    return this.app.sheet('Upload slip')
  }
  /** The preview of the chosen picture, also before the sheet has a name. */
  get picture() {
    return this.page.getByRole('img', { name: this.app.words.say('The chosen slip') })
  }
  /** What home says of slips that were sent or wait. */
  get news() {
    return this.page.getByRole('region', { name: this.app.words.say('Slips on their way') })
  }

  async isReady() {
    await expect(this.sheet.button('Choose the slip')).toBeVisible()
  }
  /** Chooses a file. Its declared type does not matter: files are judged by their bytes. */
  async choose(buffer: Buffer, name = 'slip.png') {
    await this.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
  }
  async send(buffer: Buffer) {
    await this.choose(buffer)
    await this.sheet.button('Send slip').click()
  }
  /** The slip could not be sent, and waits in the outbox. */
  async expectWaiting() {
    await expect(this.sheet.text('The slip waits for the connection')).toBeVisible()
  }
}

interface Site {
  server: { origin: string }
  newMember: (baht: number) => Promise<TestMember>
}

/** A member with so much in the wallet, in baht, and a slip that was not uploaded yet. */
export async function memberWithSlip({ server, newMember }: Site, wallet: number, made: MadeSlip) {
  const member = await newMember(wallet)
  return { member, slip: await makeSlip(server.origin, member.phone, made) }
}

/** Signs a member in on the page and opens the upload by its address. */
export async function openSlipUpload(
  page: Page,
  app: App,
  member: TestMember,
  path = '/user/home?open=slip',
): Promise<SlipUpload> {
  await signInAs(page, member, path)
  const upload = new SlipUpload(page, app)
  await upload.isReady()
  return upload
}

/** The statuses of the member's slips at the backend. */
export async function slipStatuses(origin: string, { token }: TestMember): Promise<string[]> {
  const { slips } = await callApi(origin, 'POST', '/api/statement/slip', { page: 1, limit: 10 }, token)
  return (slips as { status: string }[]).map(({ status }) => status)
}
