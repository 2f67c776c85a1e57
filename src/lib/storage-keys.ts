/** Every name under which the browser keeps something for us. */
export const storageKeys = {
  token: 'champa.token',
  /** When somebody last signed out here: the word for the other tabs. */
  signedOutAt: 'champa.signed-out-at',
  lateLogouts: 'champa.late-logouts',
  rememberedAgreement: 'champa.agreement',
  lastSync: 'champa.last-sync',
  locale: 'champa.locale',
  userInfo: 'champa.user-info',
  inviteCode: 'champa.invite-code',
  chatGuestId: 'champa.chat-guest',
  /** The guest who has signed in here, until his conversation has gone along. */
  chatGuestClaim: 'champa.chat-claim',
  chatDraft: 'champa.chat-draft',
  /** Something waits in the outbox: it is sent without waiting for its screen. */
  outboxWaits: 'champa.outbox-waits',
  /** How far the server's clock is ahead of the phone's, in ms, where that is worth knowing. */
  clock: 'champa.clock',
  extensions: 'champa.extensions',
  theme: 'champa.theme',
  saveData: 'champa.save-data',
  hideBalance: 'champa.hide-balance',
  registerDraft: 'champa.register-draft',
  resetDraft: 'champa.reset-draft',
  queryCache: 'champa.queries',
  lastPlayed: 'champa.last-played',
  /** Visits in a browser, and whether the app was refused there; in a session, that the visit was counted. */
  installOffer: 'champa.install',
  outsideNotice: 'champa.outside-notice',
  operationLog: 'champa.money-acts',
} as const

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]
