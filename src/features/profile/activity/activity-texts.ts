import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Activity, activityKinds } from '#api/contract/activity.ts'
import { lookup } from '#lib/lookup.ts'
import type { Tone } from '#ui/art/disc.tsx'
import type { IconName } from '#ui/icon.tsx'

type ActivityKind = (typeof activityKinds)[number]

interface Face {
  text: MessageDescriptor
  icon: IconName
  /** Gold for changes that the member should recognise as their own, coral for refused attempts. */
  tone: Tone
}

const faces: Record<ActivityKind, Face> = {
  registered: { text: msg`Account opened`, icon: 'check', tone: 'jade' },
  'signed-in': { text: msg`Logged in`, icon: 'key', tone: 'jade' },
  'sign-in-failed': { text: msg`Login failed`, icon: 'alert', tone: 'coral' },
  'signed-out': { text: msg`Logged out`, icon: 'logout', tone: 'plain' },
  'sessions-ended': { text: msg`Other devices were logged out`, icon: 'logout', tone: 'plain' },
  'password-changed': { text: msg`Password changed`, icon: 'lock', tone: 'gold' },
  'password-refused': {
    text: msg`Password not changed: the current one was wrong`,
    icon: 'lock',
    tone: 'coral',
  },
  'password-reset': { text: msg`Password reset with a code`, icon: 'lock', tone: 'gold' },
  'passkey-added': { text: msg`Passkey added`, icon: 'key', tone: 'gold' },
  'passkey-removed': { text: msg`Passkey removed`, icon: 'key', tone: 'gold' },
  'name-changed': { text: msg`Name changed`, icon: 'edit', tone: 'plain' },
  'bank-account-changed': { text: msg`Bank account changed`, icon: 'bank', tone: 'gold' },
  'bank-account-added': { text: msg`Bank account added`, icon: 'bank', tone: 'gold' },
  'bank-account-chosen': { text: msg`Usual bank account chosen`, icon: 'bank', tone: 'gold' },
  'bank-account-removed': { text: msg`Bank account removed`, icon: 'bank', tone: 'gold' },
  'bank-account-refused': { text: msg`Bank account not changed: no valid code`, icon: 'bank', tone: 'coral' },
  'code-blocked': { text: msg`Too many wrong OTP codes`, icon: 'alert', tone: 'coral' },
}

/** An event's icon, tone and title; events that this app does not know yet are shown too. */
export function faceOf({ kind }: Pick<Activity, 'kind'>): Face {
  return lookup<Face>(faces, kind) ?? { text: msg`Other account activity`, icon: 'info', tone: 'plain' }
}
