/** Stored for the signed-in member. */
export const memberKeys = {
  lastSync: 'champa.last-sync',
  userInfo: 'champa.user-info',
  /** The guest who has signed in here, until the conversation was moved to the member. */
  chatGuestClaim: 'champa.chat-claim',
  chatDraft: 'champa.chat-draft',
  hideBalance: 'champa.hide-balance',
  /** The newest code sent to the member's own phone. */
  sentOtp: 'champa.sent-otp',
  queryCache: 'champa.queries',
  lastPlayed: 'champa.last-played',
  /** The addresses of the invite's and cashback's banners that were seen. */
  seenBanners: 'champa.seen-banners',
  /** After how many minutes the app is locked, and the passkeys that open it without a network. */
  appLock: 'champa.app-lock',
  /** When the app was last in use here, in ms. */
  appSeen: 'champa.app-seen',
  /** How far into a session of play the member was last asked whether to go on. */
  realityCheck: 'champa.reality-check',
  /** Whether the home card shows what was spent this week. */
  weekSpent: 'champa.week-spent',
  /** What the home card last showed as spent this week. */
  lastWeekSpent: 'champa.last-week-spent',
  /** Under the name that earlier releases used: their operations of unknown outcome survive an update. */
  operationLog: 'champa.money-acts',
} as const

/** Stored for a guest and, after the sign-in, for the member until the sign-out. */
export const personKeys = {
  chatGuestId: 'champa.chat-guest',
  /** The outbox has entries, which are sent without opening their screen. */
  outboxWaits: 'champa.outbox-waits',
  registerDraft: 'champa.register-draft',
  resetDraft: 'champa.reset-draft',
} as const

/** Stored for the phone, or removed by other code (`token`, `lateLogouts`). They survive the end of a session. */
const phoneKeys = {
  token: 'champa.token',
  /** When somebody last signed out here, which notifies the other tabs. */
  signedOutAt: 'champa.signed-out-at',
  lateLogouts: 'champa.late-logouts',
  rememberedAgreement: 'champa.agreement',
  locale: 'champa.locale',
  inviteCode: 'champa.invite-code',
  /** How far the server's clock is ahead of the phone's, in ms, if the difference matters. */
  clock: 'champa.clock',
  extensions: 'champa.extensions',
  theme: 'champa.theme',
  saveData: 'champa.save-data',
  dataUsed: 'champa.data-used',
  /** The number of visits, and whether installing was refused; in session storage, that the visit was counted. */
  installOffer: 'champa.install',
  outsideNotice: 'champa.outside-notice',
  /** A passkey was offered on this device. */
  passkeyOffer: 'champa.passkey-offer',
} as const

/** Every key under which the app stores something in the browser. A new key belongs in one of the three lists. */
export const storageKeys = { ...memberKeys, ...personKeys, ...phoneKeys }

export type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]
