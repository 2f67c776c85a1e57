import { type Finding, judge, type Section } from './finding.ts'
import { judgeCaching, judgeHeaders } from './header-rules.ts'
import { judgeManifest, type Picture, picturesOf } from './manifest-rules.ts'
import { judgePage } from './page-rules.ts'
import { readPng } from './png.ts'

/** The path of the page's first script, however it is quoted; empty without one. */
export function firstScript(html: string): string {
  return /["'`]\/?(assets\/[^"'`]+\.js)["'`]/u.exec(html)?.[1] ?? ''
}

/** Checks that need no browser: the page as it is sent, its manifest, the pictures, the headers. */
export async function auditFiles(origin: string): Promise<{ manifest: unknown; sections: Section[] }> {
  const page = await fetch(`${origin}/login`)
  const html = await page.text()
  const [, link = '/manifest.webmanifest'] = /<link rel="manifest" href="([^"]+)"/u.exec(html) ?? []
  const address = new URL(link, origin).href
  const answer = await fetch(address)
  const manifest: unknown = await answer.json().catch(() => undefined)
  const type = answer.headers.get('content-type') ?? ''
  const worker = await fetch(`${origin}/sw.js`)
  const asset = await fetch(`${origin}/${firstScript(html)}`, { headers: { 'Accept-Encoding': 'br, gzip' } })
  const headers = [
    ...judgeHeaders(page.headers, page.url),
    judgeCaching('The page', page.headers, 'fresh'),
    judgeCaching('The worker', worker.headers, 'fresh'),
    judgeCaching('A script', asset.headers, 'for ever'),
    judge(
      'Compression',
      asset.headers.get('content-encoding') === 'br',
      asset.headers.get('content-encoding'),
      'Send scripts and styles packed with brotli.',
    ),
  ]
  const served = judge(
    'served as',
    type.includes('application/manifest+json'),
    type,
    'Serve it as application/manifest+json.',
  )
  return {
    manifest,
    sections: [
      { title: 'Manifest', findings: [served, ...judgeManifest(manifest, address)] },
      { title: 'Pictures', findings: await auditPictures(manifest, html, address) },
      { title: 'Page', findings: judgePage(html) },
      { title: 'Headers', findings: headers },
    ],
  }
}

async function auditPictures(manifest: unknown, html: string, address: string): Promise<Finding[]> {
  const [, touch] = /<link rel="apple-touch-icon" href="([^"]+)"/u.exec(html) ?? []
  const apple = touch ? [{ src: touch, sizes: '180x180', type: 'image/png', purpose: 'maskable' }] : []
  return await Promise.all(
    [...picturesOf(manifest), ...apple].map(async (picture) => {
      const answer = await fetch(new URL(picture.src, address))
      const type = answer.headers.get('content-type') ?? ''
      return judgePicture(
        picture,
        answer.ok ? type : `${answer.status}`,
        new Uint8Array(await answer.arrayBuffer()),
      )
    }),
  )
}

/** Whether a picture matches its declaration. A maskable one must fill its square to the edge. */
export function judgePicture(
  { src, sizes, type, purpose }: Picture,
  served: string,
  bytes: Uint8Array,
): Finding {
  if (type === '' || !served.includes(type))
    return judge(
      src,
      false,
      served,
      type ? `Serve it as ${type}, which it is declared to be.` : 'Declare its type.',
    )
  if (type !== 'image/png') return judge(src, true, served, '')
  try {
    const { size, opaque } = readPng(bytes)
    const mustFill = purpose.includes('maskable')
    const saw = `${size}${opaque ? '' : ', see-through'}`
    const todo = `It is said to be ${sizes}${mustFill ? ', and must fill its square' : ''}.`
    return judge(src, sizes.split(' ').includes(size) && (opaque || !mustFill), saw, todo)
  } catch (error) {
    return judge(src, false, String(error), 'It is no whole PNG.')
  }
}
