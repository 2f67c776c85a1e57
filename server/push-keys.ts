import { createECDH } from 'node:crypto'

/** What push services know the site by (VAPID, RFC 8292): base64url, and an address for the operator of a service. */
export interface PushKeys {
  readonly publicKey: string
  readonly privateKey: string
  readonly subject: string
}

/** A new pair of P-256: 65 and 32 bytes. */
export function makeKeyPair(): Pick<PushKeys, 'publicKey' | 'privateKey'> {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  // Every 256th private key is shorter by a byte.
  const padded = curve.getPrivateKey('hex').padStart(64, '0')
  return {
    publicKey: curve.getPublicKey('base64url'),
    privateKey: Buffer.from(padded, 'hex').toString('base64url'),
  }
}

export function areOnePair({ publicKey, privateKey }: Pick<PushKeys, 'publicKey' | 'privateKey'>): boolean {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(privateKey, 'base64url')
    return curve.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}
