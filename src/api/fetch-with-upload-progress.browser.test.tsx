import { expect, test } from 'vitest'
import { fetchWithUploadProgress } from './fetch-with-upload-progress.ts'

test('the answer to an upload has every header that fetch would give, such as the announced extensions', async () => {
  const address = '/champa.svg'
  const init = { method: 'POST', body: 'a slip' }
  const [uploaded, fetched] = await Promise.all([
    fetchWithUploadProgress(() => undefined)(address, init),
    fetch(address, init),
  ])
  const namesOf = ({ headers }: Response) => [...headers.keys()]
  expect(namesOf(fetched)).toContain('content-type')
  expect(namesOf(uploaded)).toEqual(namesOf(fetched))
  expect(uploaded.headers.get('Content-Type')).toBe(fetched.headers.get('Content-Type'))
})
