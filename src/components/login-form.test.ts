import { describe, expect, test } from 'vitest'
import { readLogin } from './login-form.ts'

describe('login', () => {
  const filled = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    return data
  }
  test('requires phone and password', () => {
    expect(readLogin(filled({ username: ' ', password: '' }), 'TH')).toEqual({
      problems: { username: 'phone-missing', password: 'password-missing' },
    })
  })
  test('refuses letters in the phone, and passwords longer than any account has', () => {
    expect(readLogin(filled({ username: 'somchai', password: 'x'.repeat(201) }), 'TH')).toEqual({
      problems: { username: 'phone-letters', password: 'password-long' },
    })
  })
  test('normalises the phone, and keeps the password as typed', () => {
    expect(readLogin(filled({ username: '+66 81-234-5678', password: ' a b ' }), 'TH')).toEqual({
      login: { username: '0812345678', password: ' a b ' },
    })
  })
})
