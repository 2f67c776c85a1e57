/**
 * The paths of the lookups that are the same for everybody who reads the same language, and that the service worker answers from its
 * cache too. Those of a member, or that must be fresh (`active`), are not among them.
 */
export const publicLookups = [
  'agreements',
  'banks',
  'conditions',
  'contact',
  'enableChatWidget',
  'help',
  'info',
  'notice',
  'registerOTP',
  'slip',
  'sources',
].map((name) => `/api/lookup/${name}`)
