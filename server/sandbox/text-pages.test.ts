import { beforeEach, expect, test } from 'vitest'
import { describeOnOne } from '../database/test-database.ts'
import { openTestServer, type TestServer } from '../modules/test-server.ts'
import { fieldsOf } from './test-console-forms.ts'

describeOnOne('the console’s page of texts', (open) => {
  let server: TestServer
  beforeEach(async () => {
    server = await openTestServer(open)
    await server.saveTexts({ conditions: 'หนึ่ง', notice: 'ประกาศ', agreements: 'ก\n---\nข' })
  })

  const look = async (language = '') =>
    (await server.app.request(`/sandbox/texts?language=${language}`)).text()
  /** What a tab sends that is opened now, and saved later. */
  const tabOf = async (language = '') => fieldsOf(await look(language), '/sandbox/texts')
  const save = (fields: Record<string, string>) => server.submitForm('/texts', fields)
  const said = async (lookup: string, language = 'th'): Promise<unknown> => {
    const headers = { 'Accept-Language': language }
    return (await server.app.request(`/api/lookup/${lookup}`, { headers })).json()
  }

  test('they are changed one by one', async () => {
    const before = await said('conditions')
    const { status } = await server.saveTexts({
      agreements: '<p>One</p>\r\n---\r\n<p>Two</p>',
      contactText: 'Call',
    })
    expect(status).toBe(303)
    expect(await said('agreements')).toEqual(['<p>One</p>', '<p>Two</p>'])
    expect(await said('contact')).toMatchObject({
      contactText: 'Call',
      link: expect.stringContaining('https:'),
    })
    expect(await said('conditions')).toEqual(before)
    await server.saveTexts({ agreements: '' })
    expect(await said('agreements')).toEqual([])
  })

  test('they are translated one language at a time', async () => {
    expect(await said('conditions', 'en')).toEqual({ conditions: 'หนึ่ง' })
    await server.saveTexts({ conditions: 'One', agreements: '\n---\nB' }, 'en')
    expect(await said('conditions', 'en')).toEqual({ conditions: 'One' })
    expect(await said('agreements', 'en')).toEqual(['ก', 'B'])
    expect(await tabOf('en')).toMatchObject({ agreements: '\n---\nB' })
    // Saved unchanged, a text keeps its translations; changed, it loses them.
    await server.saveTexts({})
    expect(await said('conditions', 'en')).toEqual({ conditions: 'One' })
    await server.saveTexts({ conditions: 'สอง', agreements: 'ค\n---\nข' })
    expect(await said('conditions', 'en')).toEqual({ conditions: 'สอง' })
    expect(await said('agreements', 'en')).toEqual(['ค', 'B'])
    expect(await said('agreements', 'th')).toEqual(['ค', 'ข'])
  })

  test('an agreement that is not translated stays so when its page is saved', async () => {
    await server.saveTexts({ agreements: '\n---\nB' }, 'en')
    expect((await server.saveTexts({ conditions: 'One' }, 'en')).to).toContain('flash=saved')
    await server.saveTexts({ agreements: `${(await tabOf('en'))['agreements']}!` }, 'en')
    expect(await said('agreements', 'en')).toEqual(['ก', 'B!'])
    // The line between two is never one of them.
    await server.saveTexts({ agreements: '---\r\nC' }, 'en')
    expect(await said('agreements', 'en')).toEqual(['ก', 'C'])
    await server.saveTexts({ agreements: '---\nค\n---\n---\nง\n---' })
    expect(await said('agreements')).toEqual(['ค', 'ง'])
  })

  test('a translation of agreements that have changed since is not saved', async () => {
    const tab = await tabOf('en')
    await server.saveTexts({ agreements: 'ใหม่\n---\nก\n---\nข' })
    const { status, page } = await save({ ...tab, agreements: 'A\n---\nB' })
    expect(await said('agreements', 'en')).toEqual(['ใหม่', 'ก', 'ข'])
    expect(status).toBe(409)
    expect(page).toContain('role="alert"')
    expect(page).toContain('stored now in Thai')
    expect(page).toContain('ใหม่')
    expect(fieldsOf(page, '/sandbox/texts')['agreements']).toBe('A\n---\nB')
    expect(await server.saveTexts({ agreements: '\n---\nA\n---\nB' }, 'en')).toMatchObject({ status: 303 })
    expect(await said('agreements', 'en')).toEqual(['ใหม่', 'A', 'B'])
  })

  test('a text that was changed since, its translation too, is not saved over', async () => {
    const thai = await tabOf()
    const english = await tabOf('en')
    await server.saveTexts({ conditions: 'สอง' })
    await server.saveTexts({ conditions: 'Two' }, 'en')
    for (const tab of [thai, english]) {
      const { status, page } = await save({ ...tab, conditions: 'mine', notice: 'also mine' })
      expect(status).toBe(409)
      expect(fieldsOf(page, '/sandbox/texts')).toMatchObject({ conditions: 'mine', notice: 'also mine' })
      expect(page).toContain(tab === thai ? 'สอง' : 'Two')
    }
    expect(await said('conditions')).toEqual({ conditions: 'สอง' })
    expect(await said('conditions', 'en')).toEqual({ conditions: 'Two' })
    expect(await said('notice')).toEqual({ notice: 'ประกาศ' })
    // Who has seen what is stored now may save over it.
    const { page } = await save({ ...thai, conditions: 'สาม' })
    expect((await save(fieldsOf(page, '/sandbox/texts'))).status).toBe(303)
    expect(await said('conditions')).toEqual({ conditions: 'สาม' })
  })

  test('a save leaves what others have changed since, and its translations', async () => {
    const tab = await tabOf()
    await server.saveTexts({ conditions: 'สอง', agreements: 'ค' })
    await server.saveTexts({ conditions: 'Two', agreements: 'C' }, 'en')
    expect((await save({ ...tab, notice: 'ใหม่' })).to).toContain('flash=saved')
    expect(await said('notice')).toEqual({ notice: 'ใหม่' })
    expect(await said('conditions')).toEqual({ conditions: 'สอง' })
    expect(await said('conditions', 'en')).toEqual({ conditions: 'Two' })
    expect(await said('agreements', 'en')).toEqual(['C'])
  })

  test('a form that does not say what it showed, or another number of agreements, saves nothing', async () => {
    expect((await save({ conditions: 'x' })).status).toBe(409)
    const { status, page } = await server.saveTexts({ agreements: 'A\n---\nB\n---\nC' }, 'en')
    expect([status, fieldsOf(page, '/sandbox/texts')['agreements']]).toEqual([422, 'A\n---\nB\n---\nC'])
    expect(await said('conditions')).toEqual({ conditions: 'หนึ่ง' })
    expect(await said('agreements', 'en')).toEqual(['ก', 'ข'])
  })

  test('two who save at once: one of them is told', async () => {
    const tab = await tabOf()
    const answers = await Promise.all(['ค', 'ง'].map((agreements) => save({ ...tab, agreements })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
    expect(await said('agreements')).toHaveLength(1)
  })
})
