import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import { encode } from 'jpeg-js'
import { eq } from 'drizzle-orm'
import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'
import { uploadChatImage, uploadChatVideo } from '#api/contract/chat.ts'
import { listSlips } from '#api/contract/statement.ts'
import { getSlipLink } from '#api/contract/slip.ts'
import { uploadSlip } from '#api/contract/slip.ts'
import { DAY, later } from '../../clock.ts'
import { slips } from '../../database/schema/deposits.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import { describeOnOne } from '../../database/test-database.ts'
import { exifSegment, filmBox, join, pngChunk, pngOf, progressiveJpeg } from '../../files/test-pictures.ts'
import { removeOldFiles } from '../../jobs/remove-old-files.ts'
import { type TestServer, openTestServer, refused, type TestMember } from '../test-server.ts'

/** Each picture is read in its own process; in ms. */
const timeoutMs = 120_000
const asFile = (bytes: BlobPart) => new File([bytes], 'slip')
const drawn = (edge: number) => new Uint8Array(PNG.sync.write(new PNG({ width: edge, height: edge })))
const limits = { slipsPerDay: 50, chatPerDay: 200, keptDays: 365 }

describeOnOne('uploads of slips', (open) => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer(open)
  })

  const list = async ({ request }: TestMember) =>
    (await request(listSlips, { body: { page: 1, limit: 50 } })).body.slips
  const keep = async (member: TestMember, bytes: BlobPart) =>
    (await member.request(uploadSlip, { file: asFile(bytes) })).body.reference
  const linkOf = async (member: TestMember, reference: string) =>
    (await member.request(getSlipLink, { params: { reference } })).body.url
  const bytesAt = async (url: string) =>
    Buffer.from(await (await server.app.request(url)).arrayBuffer()).toString('latin1')

  test(
    "twelve of one member hold up nobody else's, and none is in memory before its turn",
    async () => {
      const { files } = server.context.providers
      const original = files.open.bind(files)
      const read: string[] = []
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      files.open = async (name) => {
        const file = await original(name)
        if (!file) return null
        return {
          size: file.size,
          read: async (start, end) => {
            read.push(name)
            await gate
            return file.read(start, end)
          },
        }
      }
      const hoarder = await server.newMember()
      const other = await server.newMember()
      const many = []
      for (let count = 0; count < 12; count += 1) many.push(await keep(hoarder, drawn(100 + count)))
      await expect.poll(() => read.length).toBe(1)
      const one = await keep(other, drawn(200))
      release()
      const isDecided = async () => (await list(other))[0]?.status
      await expect.poll(isDecided, { timeout: timeoutMs }).toBe('FAILED')
      await expect
        .poll(async () => (await list(hoarder)).every(({ status }) => status === 'FAILED'), {
          timeout: timeoutMs,
        })
        .toBe(true)
      files.open = original
      const places = [...many, one]
      const paths = await Promise.all(
        places.map(async (reference) => {
          const [slip] = await server.db.select().from(slips).where(eq(slips.reference, reference))
          return slip?.filePath ?? ''
        }),
      )
      expect(read.map((name) => paths.indexOf(name))).toEqual([0, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    },
    timeoutMs * 2,
  )

  test('a picture that is too expensive to decode is refused', async () => {
    const member = await server.newMember()
    const invalid = { status: 400, body: { message: 'SLIP_INVALID_FILE', reason: 'too-many-pixels' } }
    for (const bytes of [
      pngOf({ edge: 5000, depth: 16, isInterlaced: true, mib: 1 }),
      pngOf({ edge: 5001, mib: 1 }),
      progressiveJpeg(64, 101),
    ]) {
      expect(await member.request(uploadSlip, { file: asFile(bytes) })).toMatchObject(invalid)
      expect(await member.request(uploadChatImage, { file: asFile(bytes) })).toMatchObject(invalid)
    }
    expect(await list(member)).toEqual([])
  })

  test('a member has a daily limit; refused slips do not count', async () => {
    await writeSetting(server.db, 'uploads', { ...limits, slipsPerDay: 2, chatPerDay: 1 })
    const member = await server.newMember()
    const upload = (bytes: BlobPart = drawn(20)) => member.request(uploadSlip, { file: asFile(bytes) })
    expect((await upload()).status).toBe(200)
    expect((await upload('no picture')).status).toBe(400)
    expect((await upload()).status).toBe(200)
    const tooMany = { status: 400, body: { message: 'SLIP_UPLOAD_FAIL', reason: 'too-many-today' } }
    expect(await upload()).toMatchObject(tooMany)
    expect((await (await server.newMember()).request(uploadSlip, { file: asFile(drawn(20)) })).status).toBe(
      200,
    )
    const chat = () => member.request(uploadChatImage, { file: asFile(drawn(20)) })
    expect((await chat()).status).toBe(200)
    expect(await chat()).toMatchObject(tooMany)
    server.clock.advance(DAY)
    expect([(await upload()).status, (await chat()).status]).toEqual([200, 200])
    await writeSetting(server.db, 'uploads', limits)
  })

  test('a slow store holds up nobody; a slip that is refused meanwhile leaves no file', async () => {
    const [member, other] = [await server.newMember(), await server.newMember({ wallet: 500 })]
    const { files } = server.context.providers
    const write = files.write.bind(files)
    const slow = async () => {
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      let written = ''
      const asked = new Promise<void>((resolve) => {
        files.write = async (...given) => {
          resolve()
          await gate
          return (written = await write(...given))
        }
      })
      const key = randomUUID()
      const send = () => member.request(uploadSlip, { file: asFile(drawn(20)), key })
      const sent = send()
      await asked
      files.write = write
      return { release, sent, send, written: () => written }
    }
    const taken = await slow()
    expect(await other.wallet()).toBe(500)
    expect((await taken.send()).status).toBe(409)
    taken.release()
    const { status, body } = await taken.sent
    expect(status).toBe(200)
    expect(await taken.send()).toMatchObject({ status: 200, body })
    expect(await files.open(taken.written())).not.toBeNull()

    const hours = await readSetting(server.db, 'slip')
    const late = await slow()
    await writeSetting(server.db, 'slip', { ...hours, enabled: false })
    late.release()
    const closed = { status: 400, body: { message: 'SLIP_UPLOAD_FAIL', reason: 'slips-closed' } }
    expect(await late.sent).toMatchObject(closed)
    await writeSetting(server.db, 'slip', hours)
    expect(await late.send()).toMatchObject(closed)
    expect(late.written()).not.toBe('')
    expect(await files.open(late.written())).toBeNull()
    expect(await list(member)).toHaveLength(1)
  })

  test('location and time of the picture are removed', async () => {
    const member = await server.newMember()
    const data = new Uint8Array(200 * 200 * 4).fill(90)
    const plain = new Uint8Array(encode({ width: 200, height: 200, data }, 80).data)
    const photo = join(plain.subarray(0, 2), exifSegment(6), plain.subarray(2), 'GPS in a film')
    const png = drawn(200)
    const screenshot = join(png.subarray(0, 33), pngChunk('tEXt', join('GPS')), png.subarray(33))
    const film = join(
      filmBox('ftyp', 'qt  \0\0\0\0'),
      filmBox('moov', filmBox('udta', filmBox('\u00a9xyz', 'GPS'))),
      filmBox('mdat', 'pictures'),
    )
    const urls = [
      await linkOf(member, await keep(member, photo)),
      await linkOf(member, await keep(member, screenshot)),
      (await member.request(uploadChatImage, { file: asFile(photo) })).body.url,
      (await member.request(uploadChatVideo, { file: asFile(film) })).body.url,
    ]
    for (const url of urls) expect(await bytesAt(url)).not.toContain('GPS')
    expect(await bytesAt(urls[0] ?? '')).toContain('Exif\0\0MM')
    expect(await bytesAt(urls[1] ?? '')).toBe(Buffer.from(png).toString('latin1'))
    expect(await bytesAt(urls[3] ?? '')).toContain('pictures')
  })

  test('old files are deleted, except those of undecided slips; all rows stay', async () => {
    const member = await server.newMember()
    const decided = await keep(member, drawn(20))
    const undecided = await keep(member, drawn(21))
    const statuses = async () => (await list(member)).map(({ status }) => status)
    await expect.poll(statuses, { timeout: timeoutMs }).toEqual(['FAILED', 'FAILED'])
    await server.db.update(slips).set({ status: 'PENDING' }).where(eq(slips.reference, undecided))
    const { url: picture } = (await member.request(uploadChatImage, { file: asFile(drawn(20)) })).body
    const urls = [await linkOf(member, decided), await linkOf(member, undecided), picture]
    const found = async () => {
      await removeOldFiles.work(server.context, removeOldFiles.name)
      return Promise.all(urls.map(async (url) => (await server.app.request(url, { method: 'HEAD' })).status))
    }
    expect(await found()).toEqual([200, 200, 200])
    // A process whose clock is ahead deletes nothing.
    server.clock.advance(10 * 365 * DAY)
    expect(await found()).toEqual([200, 200, 200])
    server.clock.advance(-10 * 365 * DAY)

    await writeSetting(server.db, 'uploads', { ...limits, keptDays: 0 })
    const folder = `${server.context.config.dataDir}/files`
    const old = later(server.clock.now(), -366 * DAY)
    for (const name of await readdir(folder)) await utimes(`${folder}/${name}`, old, old)
    expect(await found()).toEqual([200, 200, 200])
    await writeSetting(server.db, 'uploads', limits)
    expect(await found()).toEqual([404, 200, 404])
    expect(await member.request(getSlipLink, { params: { reference: decided } })).toMatchObject(
      refused('NO_DATA', 404),
    )
    await server.db.update(slips).set({ status: 'FAILED' }).where(eq(slips.reference, undecided))
    expect(await found()).toEqual([404, 404, 404])
    expect(await statuses()).toEqual(['FAILED', 'FAILED'])
  })
})
