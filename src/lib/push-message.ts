/** What a notification can be about. */
export const pushTopics = [
  'deposit',
  'deposit-over-limit',
  'withdrawal-settled',
  'withdrawal-refused',
  'chat',
  'device',
  'bank-account',
] as const

export type PushTopic = (typeof pushTopics)[number]

/** What the backend encrypts for the app's worker, as JSON. */
export interface PushMessage {
  /** Of the subscription that it is for. */
  id: string
  /** A notification replaces the shown one of the same tag. */
  tag: string
  /** BCP 47. */
  lang: 'th' | 'lo' | 'en'
  topic: PushTopic
  title: string
  body: string
}
