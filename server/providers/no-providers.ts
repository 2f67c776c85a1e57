import type { FileStore } from '../files/store.ts'
import { ProviderFailure } from './provider-failure.ts'
import type { Providers } from './providers.ts'

/** Used where neither the sandbox nor a real provider is configured: every call fails and says why. */
export function noProviders(files: FileStore): Providers {
  const missing = (name: string) => () => Promise.reject(new ProviderFailure(`No ${name} provider is set up`))
  return {
    bank: { payOut: missing('bank'), findTransfer: missing('bank') },
    sms: { send: missing('SMS') },
    qr: { create: missing('QR') },
    games: {
      openAccount: missing('games'),
      setPassword: missing('games'),
      balance: missing('games'),
      move: missing('games'),
      cancel: missing('games'),
      launchLink: missing('games'),
    },
    files,
    sandbox: null,
  }
}
