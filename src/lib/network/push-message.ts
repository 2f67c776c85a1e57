/** What a notification can be about. */
export const pushTopics = [
  'deposit',
  'deposit-over-limit',
  'withdrawal-settled',
  'withdrawal-refused',
  'chat',
  'device',
  'passkey',
  'bank-account',
] as const

export type PushTopic = (typeof pushTopics)[number]

/** Where a tap leads. A message only names one of them, so that none can lead elsewhere. */
export const pushAddresses: Record<PushTopic, string> = {
  deposit: '/user/statement?kind=deposit',
  'deposit-over-limit': '/user/limits',
  'withdrawal-settled': '/user/statement?kind=withdraw',
  // The sheet says why.
  'withdrawal-refused': '/user/home?open=withdraw',
  chat: '/user/home?open=chat',
  device: '/user/profile?open=activity',
  // The page lists the passkeys, and changes the password.
  passkey: '/user/profile',
  'bank-account': '/user/profile?open=activity',
}

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
