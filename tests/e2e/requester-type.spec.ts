import { expect, test } from '../support/fixtures.ts'

test('every request of the app says who asks: the shell’s, the pages’ and the one for events', async ({
  page,
  context,
  app,
  newMember,
}) => {
  const member = await newMember(20)
  const asked: { path: string; requester: string | undefined }[] = []
  context.on('request', (request) => {
    const { pathname: path } = new URL(request.url())
    if (!path.startsWith('/api/') || path.startsWith('/api/files/')) return
    asked.push({ path, requester: request.headers()['x-requester-type'] })
  })
  const paths = () => asked.map(({ path }) => path)
  await page.goto('/login')
  await app.logIn(member)
  await app.expectBalance('20.00')
  await expect.poll(paths).toContain('/api/events')
  // The shell itself asks for the first data of this address.
  await page.goto('/user/statement')
  await expect(app.heading('Statement')).toBeVisible()
  await expect.poll(paths).toContain('/api/statement')
  for (const path of ['/api/login', '/api/wallet']) expect(paths()).toContain(path)
  expect(asked.filter(({ requester }) => requester !== 'WALLET_USER')).toEqual([])
})
