import * as v from 'valibot'
import { memberCall, publicCall } from './call.ts'
import { message, shortText } from './fields.ts'

declare module '#lib/network/extension-names.ts' {
  interface CallExtensions {
    logout: true
    'late-logout': true
  }
}

export const password = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200))

export const login = publicCall('login', 'POST /api/login', {
  writes: 'a session',
  body: v.object({ username: v.pipe(shortText, v.nonEmpty()), password }),
  reply: v.object({ token: v.pipe(v.string(), v.nonEmpty()) }),
  errors: ['WRONG_CREDENTIAL', 'INACTIVE_USER', 'LOGIN_FAIL', 'REQUEST_LIMIT_1MIN', 'PLAY_BREAK'],
})

export const logout = memberCall('logout', 'POST /api/logout', {
  writes: 'the end of a session',
  extension: 'logout',
  reply: message,
})

/** Ends a session, named by the SHA-256 of its token (base64url), whose logout could not be sent when the member signed out. */
export const logoutLater = publicCall('logoutLater', 'POST /api/logout/late', {
  writes: 'the end of a session',
  extension: 'late-logout',
  body: v.object({ session: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  reply: message,
})
