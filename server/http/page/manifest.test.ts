import { beforeAll, expect, test } from 'vitest'
import { describeOnEmbedded } from '../../database/test-database.ts'
import { writeSetting } from '../../database/settings.ts'
import { openTestApp, type TestApp } from '../test-app.ts'

describeOnEmbedded('the web app manifest', (open) => {
  let t: TestApp

  beforeAll(async () => {
    t = await openTestApp(open, { appFolder: 'public' })
  })

  const rename = (name: string) => writeSetting(t.db, 'info', { name, website: name })
  const read = async (language: string) => {
    const response = await t.app.request('/manifest.webmanifest', {
      headers: { cookie: `locale=${language}` },
    })
    const { lang, name, short_name } = (await response.json()) as Record<string, string>
    return { lang, name, short_name }
  }

  test('it has the site’s own name, in each language', async () => {
    await rename('Petal $& "One"')
    expect(await read('th')).toEqual({
      lang: 'th',
      name: 'Petal $& "One" กระเป๋าเงิน',
      short_name: 'Petal $& "One"',
    })
    expect(await read('la')).toMatchObject({ lang: 'lo', name: 'Petal $& "One" ກະເປົາເງິນ' })
    expect(await read('en')).toMatchObject({ lang: 'en', name: 'Petal $& "One" Wallet' })
  })

  test('it is asked for each time, and sent again only when it has changed', async () => {
    await rename('Petal')
    const first = await t.app.request('/manifest.webmanifest')
    expect(first.headers.get('content-type')).toBe('application/manifest+json')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    expect(first.headers.get('vary')).toContain('Cookie')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect((await t.app.request('/manifest.webmanifest', { headers })).status).toBe(304)
    await rename('Lotus')
    expect((await t.app.request('/manifest.webmanifest', { headers })).status).toBe(200)
  })
})
