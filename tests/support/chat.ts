import type { Page } from 'playwright/test'
import type { App } from './app.ts'
import { readStored } from './browser-storage.ts'
import { expect } from './expect.ts'
import { callApi } from './members.ts'
import { submitForm } from './submit-form.ts'

/** The open chat of a customer. */
export class ChatPanel {
  readonly page: Page
  readonly app: App
  constructor(page: Page, app: App) {
    this.page = page
    this.app = app
  }

  get sheet() {
    return this.app.sheet('Customer support')
  }
  get messages() {
    return this.sheet.surface.getByRole('log')
  }

  async isReady() {
    await expect(this.sheet.text('Connected')).toBeVisible()
  }
  async write(words: string) {
    await this.sheet.field('Your message').fill(words)
    await this.sheet.button('Send').click()
  }
  /** The server has every message. Matched after a time, because the Thai label for "Don't send" contains the word for "Sent". */
  async expectSent() {
    const sent = this.messages.getByText(new RegExp(`· ${this.app.words.say('Sent')}$`, 'u'))
    await expect(sent.first()).toBeVisible()
    await expect(this.sheet.text('Cancel sending')).toHaveCount(0)
    await expect(this.sheet.text('Sending…')).toHaveCount(0)
  }
  async attach(name: string, mimeType: string, buffer: Buffer) {
    await this.page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  }
  /** A large file from the disk: its bytes need not be sent to the browser, which takes a busy machine half a minute. */
  async attachFile(path: string) {
    await this.page.locator('input[type=file]').setInputFiles(path)
  }
  /** Cancels a waiting message, found by its text: a message that is being sent has no such button. */
  async dontSend(words: string) {
    const row = this.messages.getByText(words, { exact: true }).locator('xpath=..')
    await row.getByRole('button', { name: this.app.words.say('Cancel sending') }).click()
    await expect(row).toHaveCount(0)
  }
  async expectMessage(words: string, times = 1) {
    await expect(this.messages.getByText(words, { exact: true })).toHaveCount(times)
  }
}

/** An agent, who uses the sandbox's console in a chat room. */
export class Agent {
  readonly origin: string
  readonly room: string
  constructor(origin: string, room: string) {
    this.origin = origin
    this.room = room
  }

  /** Submits the console's form for this type of message. */
  async send(kind: string, fields: Record<string, string>): Promise<void> {
    await submitForm(this.origin, `/chat/${this.room}/messages`, { kind, ...fields }, 'sent')
  }

  async end(): Promise<void> {
    await submitForm(this.origin, `/chat/${this.room}/end`, {}, 'ended')
  }

  /** How often a text occurs in the room. */
  async count(words: string): Promise<number> {
    const page = await (await fetch(`${this.origin}/sandbox/chat/${this.room}`)).text()
    return page.split(words).length - 1
  }
}

/** Makes a part of the backend's chat fail, or work again. */
export async function toggleFailure(origin: string, part: 'config' | 'send' | 'upload'): Promise<void> {
  await submitForm(origin, '/switches', { name: `chat:${part}` }, 'switched')
}

/** The member's id, which is also the id of their chat room. */
export async function memberIdOf(origin: string, token: string): Promise<string> {
  const { profile } = await callApi(origin, 'GET', '/api/account/profile', undefined, token)
  return (profile as { _id: string })._id
}

/** The id of the guest who chats on this page; empty once the conversation is a member's. */
export const guestIdOf = async (page: Page) =>
  JSON.parse((await readStored(page, 'chatGuestId')) ?? '""') as string
