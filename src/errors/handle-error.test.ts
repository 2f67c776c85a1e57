import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { store } from '#lib/store.ts'
import { toastsAtom } from '#ui/toast.ts'
import { closeErrorDialog, errorDialogAtom } from './error-dialog.ts'
import { connectErrorPorts, handleError } from './handle-error.ts'

const refused = (code: string, more: { status?: number; formerSession?: boolean } = {}) =>
  new ApiError('refused', { code, text: code, status: 400, ...more })
const ports = { terminated: vi.fn<() => void>(), signedOut: vi.fn<() => boolean>() }
const titles = () => store.get(toastsAtom).map(({ title }) => title)

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  ports.terminated.mockReset()
  ports.signedOut.mockReset().mockReturnValueOnce(true).mockReturnValue(false)
  connectErrorPorts(ports)
  closeErrorDialog()
  store.set(toastsAtom, [])
})

describe('a failure goes', () => {
  test('to the terminal page when the site is gone, however quiet the caller wants it', () => {
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

  test('to the sign-in before its words are there, and is told once they are', () => {
    i18n.activate('')
    handleError(refused('UNAUTHORIZED'), { quiet: true })
    expect(ports.signedOut).toHaveBeenCalledTimes(1)
    i18n.load('en', {})
    expect(titles()).toEqual([])
    i18n.activate('en')
    expect(titles()).toHaveLength(1)
  })

  test('nowhere when the caller shows it', () => {
    handleError(refused('MONEY_NOT_ENOUGH'), { quiet: true })
    expect(titles()).toEqual([])
    expect(store.get(errorDialogAtom)).toBeUndefined()
  })

  test('to a toast in the server’s words when nobody knows the code', () => {
    handleError(refused('Closed on Songkran'))
    expect(titles()).toEqual(['Closed on Songkran'])
  })

  test('to one toast, not many, when the same thing fails again', () => {
    handleError(refused('Closed on Songkran'))
    handleError(refused('Closed on Songkran'))
    expect(titles()).toHaveLength(1)
  })

  test('to a toast that says something when a program fault comes this way', () => {
    handleError(new TypeError('x is undefined'))
    expect(titles()).toHaveLength(1)
    expect(titles()[0]).not.toContain('undefined')
  })
})
