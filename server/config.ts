import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Country } from '#lib/text/phone.ts'
import { KEY_BYTES, settings, type Settings } from './environment.ts'
import { hostnameOf, isLoopback } from './hostnames.ts'
import { areOnePair, type PushKeys } from './push-keys.ts'

/** The settings, with what follows from several of them. */
export interface Config extends Omit<Settings, 'sandboxKey' | `vapid${string}`> {
  readonly country: Country
  /** The key of the sandbox's console; undefined if it needs none. */
  readonly sandboxKey: { readonly value: string; readonly isGenerated: boolean } | undefined
  /** The keys for notifications and whom a push service may write to; undefined if they are not given. */
  readonly vapid: PushKeys | undefined
}

/** The message names the setting and what is wrong with it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Parses the server's settings; an empty one counts as not given. */
export function parseConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const { vapidPublicKey, vapidPrivateKey, vapidSubject, ...given } = parseSettings(variables)
  if (!given.sandbox && !given.databaseUrl) {
    throw new ConfigError(
      'SANDBOX is off, so DATABASE_URL must name a PostgreSQL: the embedded database is for trying things out and ' +
        'may lose money in a power cut',
    )
  }
  if (!given.sandbox && !given.publicOrigin) {
    throw new ConfigError(
      'PUBLIC_ORIGIN must be given where SANDBOX is off: the address that members open, such as https://champa.example. ' +
        'Links and the SMS name it, and requests to any other name are turned away',
    )
  }
  if (!given.sandbox && given.dataKeys.length === 0) {
    throw new ConfigError(
      'DATA_KEYS must be given where SANDBOX is off: a key that game passwords, stored replies and uploads are encrypted with. ' +
        `Make one with openssl rand -base64 ${KEY_BYTES}, and keep it apart from the database and its backups`,
    )
  }
  if (!given.sandbox && given.passwordCost === 'low') {
    throw new ConfigError(
      'PASSWORD_COST must be standard where SANDBOX is off: stolen passwords are guessed at a low one',
    )
  }
  if (!given.sandbox && given.pushOrigins.length > 0) {
    throw new ConfigError(
      'PUSH_ORIGINS must not be given where SANDBOX is off: members choose what the server sends to',
    )
  }
  return {
    ...given,
    host: given.host ?? (given.sandbox ? '127.0.0.1' : undefined),
    country: given.laos ? 'LA' : 'TH',
    sandboxKey: given.sandbox ? sandboxKeyOf(given) : undefined,
    vapid: vapidOf(vapidPublicKey, vapidPrivateKey, vapidSubject),
  }
}

function parseSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = Object.entries(settings).map(([name, [variable, schema]]) => {
    const read = v.safeParse(schema, variables[variable] || undefined)
    if (!read.success) throw new ConfigError(`${variable} ${read.issues[0].message}`)
    return [name, read.output]
  })
  return Object.fromEntries(parsed) as Settings
}

function vapidOf(publicKey?: string, privateKey?: string, subject?: string): PushKeys | undefined {
  if (publicKey === undefined && privateKey === undefined && subject === undefined) return undefined
  if (publicKey === undefined || privateKey === undefined || subject === undefined) {
    throw new ConfigError(
      'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT must be given together, or none of them',
    )
  }
  if (!areOnePair({ publicKey, privateKey })) {
    throw new ConfigError('VAPID_PRIVATE_KEY must be the other half of VAPID_PUBLIC_KEY')
  }
  return { publicKey, privateKey, subject }
}

/** A console that other machines can reach always requires a key. */
function sandboxKeyOf(
  given: Pick<Settings, 'sandboxKey' | 'host' | 'publicOrigin' | 'proxyHops'>,
): Config['sandboxKey'] {
  if (given.sandboxKey !== undefined) return { value: given.sandboxKey, isGenerated: false }
  const reachedAt = [given.host, given.publicOrigin].filter((place) => place !== undefined)
  const isOnlyHere = given.proxyHops === 0 && reachedAt.every((place) => isLoopback(hostnameOf(place)))
  return isOnlyHere ? undefined : { value: randomBytes(18).toString('base64url'), isGenerated: true }
}
