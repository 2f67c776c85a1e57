import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../free-port.ts'
import { findSite, SiteProblem } from './find-site.ts'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each(['example.org', 'ftp://example.org', 'http://', 'https://a b', '/login'])(
  '%s is said to be no address',
  async (address) => {
    const found = findSite(address)
    await expect(found).rejects.toThrow(SiteProblem)
    await expect(found).rejects.toThrow(`${address} is no address`)
  },
)

test('an address where nothing answers is named, with what the network says', async () => {
  const origin = `http://127.0.0.1:${await freePort()}`
  const found = findSite(`${origin}/user/home`)
  await expect(found).rejects.toThrow(SiteProblem)
  await expect(found).rejects.toThrow(new RegExp(`^Nothing answers at ${origin}: .*ECONNREFUSED`, 'u'))
})

test.each([502, 421])('a server that answers %i is no site', async (status) => {
  const origin = await serve((_, response) => response.writeHead(status).end())
  await expect(findSite(origin)).rejects.toThrow(`${origin} answers ${status}: no site is up there.`)
})

test('a site is audited at its origin, wherever its redirects lead', async () => {
  const origin = await serve((_, response) => response.end('<!doctype html>'))
  const former = await serve((request, response) =>
    response.writeHead(301, { Location: origin + (request.url ?? '') }).end(),
  )
  await expect(findSite(`${origin}/user/home?open=deposit`)).resolves.toBe(origin)
  await expect(findSite(former)).resolves.toBe(origin)
})
