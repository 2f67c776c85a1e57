import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Assertion, NewCredential } from '#api/contract/passkey.ts'

/** The parts that differ from those that an honest browser and device would sign. */
export interface Tampering {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** Whether the device verified its owner; a true authenticator of ours always has. */
  isVerified?: boolean
  counter?: number
  userHandle?: string | undefined
  /** The id of the new passkey. */
  id?: string
  /** Another key than that of the passkey, to sign with. */
  key?: KeyObject
}

interface Asked {
  challenge: string
  rpId: string
}

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A phone that makes passkeys and signs with them, and the browser around it, without either. */
export function createAuthenticator(origin: string) {
  const clientData = (type: string, challenge: string, tampered: Tampering) =>
    Buffer.from(
      JSON.stringify({
        type: tampered.type ?? type,
        challenge: tampered.challenge ?? challenge,
        origin: tampered.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const head = (rpId: string, flags: number, counter: number) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count])
  }
  /** User present, and verified. */
  const flagsOf = ({ isVerified = true }: Tampering) => 0x01 | (isVerified ? 0x04 : 0)

  function makePasskey(
    { challenge, rp, user }: { challenge: string; rp: { id: string }; user: { id: string } },
    tampered: Tampering = {},
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const cose = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    )
    const rawId = tampered.id === undefined ? randomBytes(16) : Buffer.from(tampered.id, 'base64url')
    const id = base64url(rawId)
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, rawId.length]), rawId, cose])
    // 0x40: the new credential follows.
    const data = Buffer.concat([head(tampered.rpId ?? rp.id, flagsOf(tampered) | 0x40, 0), attested])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(data)],
    ])
    const credential: NewCredential = {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: base64url(clientData('webauthn.create', challenge, tampered)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ['internal'],
      },
    }
    let counter = 0

    function signChallenge({ challenge: asked, rpId }: Asked, changed: Tampering = {}): Assertion {
      counter = changed.counter ?? counter + 1
      const client = clientData('webauthn.get', asked, changed)
      const authenticatorData = head(changed.rpId ?? rpId, flagsOf(changed), counter)
      const signed = Buffer.concat([authenticatorData, sha256(client)])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(sign('sha256', signed, changed.key ?? privateKey)),
          userHandle: 'userHandle' in changed ? changed.userHandle : user.id,
        },
      }
    }

    return { credential, sign: signChallenge }
  }

  return { makePasskey }
}

export type TestPasskey = ReturnType<ReturnType<typeof createAuthenticator>['makePasskey']>
