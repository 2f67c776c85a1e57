import type { Messages } from '@lingui/core'
import type { Locale } from '#lib/text/locale-codes.ts'
import type { MessagesPart } from '#lib/text/messages-part.ts'

/** Fetches a part of a language's messages. The boot script knows the file's name, and missing-file.ts the error by its words. */
export async function fetchMessages(locale: Locale, part: MessagesPart): Promise<Messages> {
  const response = await fetch(`/${champaMessages[locale]?.[part] ?? ''}`)
  if (!response.ok) throw new Error('The messages file is missing')
  return (await response.json()) as Messages
}
