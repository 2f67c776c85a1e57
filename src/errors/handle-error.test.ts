import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { store } from '#lib/store.ts'
import { toastsAtom } from '#ui/message/toast.ts'
import { closeErrorDialog, errorDialogAtom } from './error-dialog.ts'
import { connectErrorPorts, handleError } from './handle-error.ts'

const refused = (code: string, more: { status?: number; formerSession?: boolean } = {}) =>
  new ApiError('refused', { code, text: code, status: 400, ...more })
const ports = {
  terminated: vi.fn<() => void>(),
  signedOut: vi.fn<() => false | { isUnsentRemoved: boolean }>(),
}
const titles = () => store.get(toastsAtom).map(({ title }) => title)

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  ports.terminated.mockReset()
  ports.signedOut.mockReset().mockReturnValueOnce({ isUnsentRemoved: false }).mockReturnValue(false)
  connectErrorPorts(ports)
  closeErrorDialog()
  store.set(toastsAtom, [])
})

describe('an error goes', () => {
  test('to the terminal page when the site is gone, even if the caller asked for quiet', () => {
    handleError(refused('GONE', { status: 403 }), { quiet: true })
    expect(ports.terminated).toHaveBeenCalledTimes(1)
    expect(titles()).toEqual([])
  })

  test.each(['invalid-token', 'UNAUTHORIZED', 'EXPIRED_AUTH_TOKEN', 'INVALID_USER_1', 'INVALID_USER_4'])(
    'to the sign-in on %s, once however many calls fail together',
    (code) => {
      handleError(refused(code), { quiet: true })
      handleError(refused(code, { formerSession: true }), { quiet: true })
      handleError(refused(code, { formerSession: true }), { quiet: true })
      expect(ports.signedOut).toHaveBeenCalledTimes(1)
      expect(titles()).toHaveLength(1)
    },
  )

  test('to the sign-in at once, and its text follows when the messages have loaded', () => {
    i18n.activate('')
    handleError(refused('UNAUTHORIZED'), { quiet: true })
    expect(ports.signedOut).toHaveBeenCalledTimes(1)
    i18n.load('en', {})
    expect(titles()).toEqual([])
    i18n.activate('en')
    expect(titles()).toHaveLength(1)
  })

  test.each([true, false])(
    'to the sign-in, which says so if what was not sent was removed: %s',
    (isUnsentRemoved) => {
      ports.signedOut.mockReset().mockReturnValueOnce({ isUnsentRemoved })
      handleError(refused('UNAUTHORIZED'))
      const [told] = store.get(toastsAtom)
      expect(told?.lasting ?? false).toBe(isUnsentRemoved)
      expect(/before you upload one again/u.test(String(told?.text))).toBe(isUnsentRemoved)
    },
  )

  test('nowhere when the caller shows it', () => {
    handleError(refused('MONEY_NOT_ENOUGH'), { quiet: true })
    expect(titles()).toEqual([])
    expect(store.get(errorDialogAtom)).toBeUndefined()
  })

  test('to a toast with the server’s text when the code is unknown', () => {
    handleError(refused('Closed on Songkran'))
    expect(titles()).toEqual(['Closed on Songkran'])
  })

  test('to one toast when the same error repeats', () => {
    handleError(refused('Closed on Songkran'))
    handleError(refused('Closed on Songkran'))
    expect(titles()).toHaveLength(1)
  })

  test('to a toast with a general text when it is a bug in the program', () => {
    handleError(new TypeError('x is undefined'))
    expect(titles()).toHaveLength(1)
    expect(titles()[0]).not.toContain('undefined')
  })
})
