import { expect, test } from 'vitest'
import { statementKinds } from '../src/features/statement/statement-filter.ts'
import { pushAddresses } from '../src/lib/network/push-message.ts'
import { memberPages, modalNames } from './support/addresses.ts'

test.each(Object.entries(pushAddresses))(
  'a notification of %s leads to what the app has: %s',
  (_, address) => {
    const { pathname, searchParams } = new URL(address, 'https://champa.example')
    expect(memberPages).toContain(pathname)
    const known: Record<string, readonly string[]> = { open: modalNames, kind: statementKinds }
    for (const [name, value] of searchParams) expect(known[name]).toContain(value)
  },
)
