import { expect, test } from 'vitest'
import { inviteLink } from './invite-link.ts'

test('is the site, the registration page and PR with the member’s id', () => {
  expect(inviteLink('https://champa.example', '01JD3ZQ6')).toBe(
    'https://champa.example/register?code=PR01JD3ZQ6',
  )
  expect(new URL(inviteLink('https://champa.example', 'a&b=#c')).searchParams.get('code')).toBe('PRa&b=#c')
})
