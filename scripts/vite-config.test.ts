import { resolveConfig } from 'vite'
import { expect, test, vi } from 'vitest'

test.each(['build', 'serve'] as const)(
  'a wrong setting stops %s with its name and the reason',
  async (command) => {
    vi.stubEnv('VITE_LAOS', 'yes')
    await expect(resolveConfig({ logLevel: 'silent' }, command)).rejects.toThrow(
      'Build setting VITE_LAOS: must be true or false',
    )
  },
)
