import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, type Import, importsOf, sourceOf } from './support/imports.ts'

const isCode = (path: string) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')
const isTest = (path: string) => /\.test\.tsx?$|(?:^|\/)test-[^/]+$/.test(path)
const product = [...filesBelow('src'), ...filesBelow('server')].filter((path) => isCode(path))
const shipped = product.filter((path) => !isTest(path))
const imports = shipped.flatMap((path) => importsOf(path))
const ours = imports.filter((one) => one.ours && one.to !== 'package.json')
const show = (one: Import) => `${one.from} imports ${one.to}`

/** From the top down: a layer imports itself and the layers below it. */
const layers = ['main', 'app', 'routes', 'features', 'operations', 'data', 'errors', 'api', 'lib']

function folderOf(path: string): string {
  if (path === 'src/main.tsx') return 'main'
  if (path === 'src/sw.ts') return 'sw'
  if (path === 'src/route-tree.gen.ts') return 'routes'
  if (path.startsWith('src/pwa/worker/')) return 'worker'
  const [top = '', folder = ''] = path.split('/')
  return top === 'src' ? folder : top
}

/** The server's folders from the top down: one imports those below it. Two in one row do not import each other. */
const serverFolders = [
  ['main'],
  ['start-server', 'banner'],
  ['app'],
  ['routes', 'seed'],
  ['sandbox'],
  ['jobs'],
  ['modules'],
  ['providers'],
  ['deposits'],
  ['files', 'realtime'],
  ['http'],
  ['push'],
  ['auth'],
  ['ledger'],
  ['encryption'],
  ['database'],
  ['config'],
  ['clock', 'hostnames', 'log', 'push-keys'],
]
const serverFolderOf = (path: string) => /^server\/([^/.]+)/.exec(path)?.[1]
const serverLevelOf = (folder: string) => serverFolders.findIndex((row) => row.includes(folder))
const moduleOf = (path: string) => /^server\/modules\/([^/]+)\//.exec(path)?.[1]

const featureOf = (path: string) => /^src\/features\/([^/]+)\//.exec(path)?.[1]

describe('directions', () => {
  test('layers import only downwards', () => {
    const wrong = ours.filter(({ from, to }) => {
      const upper = layers.indexOf(folderOf(from))
      const lower = layers.indexOf(folderOf(to))
      return upper >= 0 && lower >= 0 && lower < upper && !to.endsWith('route-tree.gen.ts')
    })
    expect(wrong.map((one) => show(one))).toEqual([])
  })

  test('no feature imports another', () => {
    const wrong = ours.filter(({ from, to }) => {
      const [mine, other] = [featureOf(from), featureOf(to)]
      return mine !== undefined && other !== undefined && mine !== other
    })
    expect(wrong.map((one) => show(one))).toEqual([])
  })

  test.each([
    ['ui', ['ui', 'lib', 'i18n']],
    ['i18n', ['i18n', 'lib']],
    ['lib', ['lib']],
    ['api', ['api', 'lib']],
    ['shell', ['shell', 'api', 'lib']],
    ['sw', ['worker', 'lib']],
    ['worker', ['worker', 'lib']],
    ['pwa', ['pwa', 'lib', 'ui', 'i18n']],
    ['server', ['server', 'api', 'lib']],
  ])('%s imports only %j of the app', (folder, allowed) => {
    const wrong = ours.filter(({ from, to }) => folderOf(from) === folder && !allowed.includes(folderOf(to)))
    expect(wrong.map((one) => show(one))).toEqual([])
  })

  test('the server’s folders import only downwards', () => {
    const wrong = ours.filter(({ from, to, typeOnly }) => {
      const [mine, other] = [serverFolderOf(from), serverFolderOf(to)]
      if (mine === undefined || other === undefined || mine === other) return false
      // The context holds the parts of the running program; anything may import its type.
      if (other === 'context') return !typeOnly
      return mine !== 'context' && serverLevelOf(other) <= serverLevelOf(mine)
    })
    expect(wrong.map((one) => show(one))).toEqual([])
  })

  test('every folder of the server has its place in the order', () => {
    const folders = new Set(
      shipped.map((path) => serverFolderOf(path)).filter((folder) => folder !== undefined),
    )
    expect([...folders].filter((folder) => folder !== 'context' && serverLevelOf(folder) < 0)).toEqual([])
  })

  test('no module imports another’s repository, and no two modules import each other', () => {
    const between = ours.flatMap((one) => {
      const [mine, other] = [moduleOf(one.from), moduleOf(one.to)]
      return mine === undefined || other === undefined || mine === other ? [] : [{ ...one, mine, other }]
    })
    const repositories = between.filter(({ to }) => to.endsWith('-repository.ts'))
    expect(repositories.map((one) => show(one))).toEqual([])
    const reaches = (start: string, end: string, seen = new Set<string>()): boolean =>
      between.some(({ mine, other }) => {
        if (mine !== start || seen.has(other)) return false
        seen.add(other)
        return other === end || reaches(other, end, seen)
      })
    const cycles = between.filter(({ mine, other }) => reaches(other, mine))
    expect(cycles.map((one) => show(one))).toEqual([])
  })

  test('only deposits credit money from outside to a wallet', () => {
    const wrong = ours.filter(
      ({ from, to }) => to === 'server/deposits/credit-deposit.ts' && !from.startsWith('server/deposits/'),
    )
    expect(wrong.map((one) => show(one))).toEqual([])
  })

  test('ui imports only the formatting from i18n', () => {
    const wrong = ours.filter(
      ({ from, to }) => folderOf(from) === 'ui' && folderOf(to) === 'i18n' && !to.includes('/format'),
    )
    expect(wrong.map((one) => show(one))).toEqual([])
  })

  test('the server imports only the contract and lib from src, and src imports nothing from the server', () => {
    const wrong = ours.filter(
      ({ from, to }) =>
        (from.startsWith('server/') && to.startsWith('src/') && !/^src\/(?:api\/contract|lib)\//.test(to)) ||
        (from.startsWith('src/') && to.startsWith('server/')),
    )
    expect(wrong.map((one) => show(one))).toEqual([])
  })

  test('features import only hooks from pwa', () => {
    const wrong = ours.filter(
      ({ from, to }) =>
        featureOf(from) !== undefined && to.startsWith('src/pwa/') && !basename(to).startsWith('use-'),
    )
    expect(wrong.map((one) => show(one))).toEqual([])
  })
})

/** The packages that the specification requires, and the files that may import them. */
const requiredPackages: [name: string, place: RegExp][] = [
  [
    'react',
    /^src\/(?:main\.tsx$|(?:app|routes|features|operations|data|ui)\/|pwa\/use-|i18n\/literal-values)/,
  ],
  ['@tanstack/react-router', /^src\/(?:app|routes|features|operations|data)\//],
  ['@tanstack/react-query', /^src\/(?:app|routes|features|operations|data)\//],
  ['@tanstack/query-sync-storage-persister', /^src\/data\/query-persistence/],
  ['@tanstack/react-query-persist-client', /^src\/data\/query-persistence/],
  ['jotai', /^src\/(?!main\.tsx$|sw\.ts$|api\/|shell\/|pwa\/worker\/)/],
  ['valibot', /^(?:src\/(?!main\.tsx$|sw\.ts$|ui\/|shell\/|pwa\/worker\/)|server\/)/],
  ['@lingui/core', /^src\/(?:main\.tsx$|(?:app|routes|features|operations|data|errors|i18n)\/)/],
  ['@lingui/react', /^src\/(?:(?:app|routes|features|operations|data)\/|i18n\/literal-values)/],
  ['ofetch', /^src\/api\/client\.ts$/],
  ['luxon', /^src\/(?:i18n\/format|lib\/bangkok)\.ts$/],
  ['keen-slider', /^src\/(?:ui|features\/games)\//],
  ['crypto-js', /^(?:src\/features\/deposit\/wallet|server\/modules)\//],
  ['socket.io-client', /^src\/features\/chat\//],
  ['workbox-window', /^src\/pwa\/[^/]+$/],
  ['vite-plugin-pwa', /^vite\.config\.ts$/],
]

describe('one place each', () => {
  const packagesOnlyIn = (name: RegExp, place: RegExp) =>
    imports
      .filter(({ from, to, ours: mine }) => !mine && name.test(to) && !place.test(from))
      .map((one) => show(one))
  const patternOnlyIn = (word: RegExp, place: RegExp, where = shipped) =>
    where.filter((path) => !place.test(path) && word.test(sourceOf(path)))
  const app = shipped.filter((path) => path.startsWith('src/'))

  test.each(requiredPackages)('%s is used, and only where it belongs', (name, place) => {
    const used = [...imports, ...importsOf('vite.config.ts')].filter(
      ({ to, typeOnly }) => (to === name || to.startsWith(`${name}/`)) && !typeOnly,
    )
    expect(used.length, `nothing of ours imports ${name}`).toBeGreaterThan(0)
    expect(used.filter(({ from }) => !place.test(from)).map((one) => show(one))).toEqual([])
  })

  test('shared state is an atom: no listener sets, no useSyncExternalStore', () => {
    const byHand = /\buseSyncExternalStore\b|\bSet<(?:\(|\w*Listener>)|\b\w*[lL]isteners(?:: .+)? = /
    expect(patternOnlyIn(byHand, /^src\/lib\//, app)).toEqual([])
  })

  test('only the service worker uses Workbox, and only the outbox uses IndexedDB', () => {
    expect(packagesOnlyIn(/^workbox-(?!window)/, /^src\/(?:sw\.ts|pwa\/worker\/)/)).toEqual([])
    expect(packagesOnlyIn(/^idb/, /^src\/data\/outbox\.ts$/)).toEqual([])
    const ofOutbox = /^src\/(?:data\/outbox-flag|pwa\/worker\/send-outbox)\.ts$/
    expect(patternOnlyIn(/\bindexedDB\b/, ofOutbox, app)).toEqual([])
  })

  test('dates are calculated and formatted only with luxon', () => {
    const byHand =
      /Intl\.DateTimeFormat|\btimeZone\b|\.toLocale(?:Date|Time)String\(|\.get(?:UTC)?(?:Day|Date|Hours)\(/
    expect(patternOnlyIn(byHand, /^$/)).toEqual([])
  })

  test('only the contract converts baht and satang, and no money is a float', () => {
    // Percentages are not money.
    const byHand =
      /(?<!\b(?:part|progress)|[pP]ercent(?:Fail)?) [*/] (?:100|1e2|0?\.01)\b|\.toFixed\(|\bparseFloat\(|\.toLocaleString\(/
    const elsewhere = /^(?:src\/features\/deposit\/slip\/slip-chosen\.tsx|server\/sandbox\/wheel-view\.ts)$/
    const wrong = patternOnlyIn(byHand, /^src\/api\/contract\/money\.ts$/).filter(
      (path) => !elsewhere.test(path),
    )
    expect(wrong).toEqual([])
    const columns = /^(?!.*\bpercent\b).*\b(?:doublePrecision|real|numeric)\(/m
    expect(patternOnlyIn(columns, /^$/)).toEqual([])
    const contract = shipped.filter((path) => path.startsWith('src/api/contract/'))
    const plainNumber =
      /\b(?:\w*[aA]mount|\w*[dD]eposit|\w*(?:Min|Max|[mM]inimum|[mM]aximum)|toPlay|\w*[bB]alance): (?:v\.(?:nullish|optional|nullable)\()?(?:v\.pipe\()?v\.number\(/
    expect(patternOnlyIn(plainNumber, /^$/, contract)).toEqual([])
  })

  test('money is never multiplied or divided by a fraction: shares are whole numbers', () => {
    const sum = String.raw`\b\w*(?:[sS]atang|[aA]mount|[bB]alance|[dD]eposit|[bB]aht|[mM]oney|[tT]urnover|[rR]efund|[rR]eward|[pP]ayout|[bB]onus|[mM]inimum|[mM]aximum)(?:[A-Z]\w*)?`
    const fraction = String.raw`(?<![\w.])\d*\.\d+\b`
    const share = String.raw`\b(?:\w*(?:[a-z](?:Rate|Fee|Fraction|Share|Factor|Commission))|rate|fee|fraction|share|factor|commission)\b`
    // Matches a line that names an amount and multiplies or divides by a fraction, or an amount times a rate.
    const factor = new RegExp(
      `^(?=.*${sum}\\b).*(?:[*/] ?${fraction}|${fraction} ?[*/])|${sum}\\b\\)* \\* ${share}|${share} \\* \\(*(?:\\w+\\.)*${sum}\\b`,
      'm',
    )
    const wrong = [
      'const fee = satang * 0.035',
      'Math.round(0.5 * bonus.amount)',
      'return (wallet.balance - held) * .25',
      'const net = refundAmount / 1.07',
      'amount * feeRate',
      'rate * order.amount',
    ]
    const right = [
      'amount * turnoverTimes',
      'BigInt(lost) * BigInt(percent)',
      'windowWidth * 0.85',
      'Math.floor(amount / perCoin)',
      'drawAmount(satang, { size: 0.5 })',
    ]
    expect(wrong.filter((line) => !factor.test(line))).toEqual([])
    expect(right.filter((line) => factor.test(line))).toEqual([])
    expect(patternOnlyIn(factor, /^$/)).toEqual([])
  })

  test('only the API client calls the network', () => {
    expect(
      patternOnlyIn(
        /(?<![.\w])fetch\(/,
        /^src\/(?:api\/(?:client|download|event-stream)\.ts|shell\/boot\.ts|sw\.ts|pwa\/worker\/)/,
        app,
      ),
    ).toEqual([])
    // Only XMLHttpRequest reports the progress of an upload.
    expect(patternOnlyIn(/XMLHttpRequest/, /^src\/api\/fetch-with-upload-progress\.ts$/, app)).toEqual([])
  })

  test('only one file accesses browser storage, the shell aside', () => {
    expect(
      patternOnlyIn(/\b(?:local|session)Storage\b/, /^src\/(?:lib\/storage|shell\/boot)\.ts$/, app),
    ).toEqual([])
  })

  test('only one file renders HTML from outside', () => {
    expect(patternOnlyIn(/dangerouslySetInnerHTML|\.innerHTML\b/, /^src\/ui\/safe-html\.tsx$/, app)).toEqual(
      [],
    )
    expect(packagesOnlyIn(/^dompurify/, /^src\/ui\/safe-html\.tsx$/)).toEqual([])
  })

  test('no query, operation or form waits for a frame or an idle moment', () => {
    const waits = /\b(?:requestAnimationFrame|requestIdleCallback|scheduler)\b/
    expect(patternOnlyIn(waits, /^src\/(?:app|shell)\//, app)).toEqual([])
    // Safari tells nobody of an idle moment: what is fetched ahead would never be.
    expect(patternOnlyIn(/\brequestIdleCallback\b/, /^$/, app)).toEqual([])
  })

  test('query keys are written only in the queries files', () => {
    expect(patternOnlyIn(/\bqueryKey:\s*\[/, /-queries\.ts$/, app)).toEqual([])
  })

  test('only the ledger writes its tables', () => {
    const server = shipped.filter((path) => path.startsWith('server/'))
    const writes =
      /\.(?:insert|update|delete)\(\s*(?:ledger\w*|accounts|entries|postings)\b|(?:insert into|update|delete from)\s+"?ledger_/i
    expect(patternOnlyIn(writes, /^server\/(?:ledger|database)\//, server)).toEqual([])
  })

  test('only deposits write the table of incoming transfers', () => {
    const writes =
      /\.(?:insert|update|delete)\(\s*incomingTransfers\b|(?:insert into|update|delete from)\s+"?incoming_/i
    expect(patternOnlyIn(writes, /^server\/(?:deposits|database)\//)).toEqual([])
  })
})

describe('structure', () => {
  test('no import cycles', () => {
    const graph = new Map<string, Import[]>()
    for (const one of ours) {
      if (!one.typeOnly) graph.set(one.from, [...(graph.get(one.from) ?? []), one])
    }
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: string[]) => {
      const at = trail.indexOf(path)
      if (at >= 0) {
        cycles.push([...trail.slice(at), path].join(' → '))
        return
      }
      if (done.has(path)) return
      for (const { to } of graph.get(path) ?? []) visit(to, [...trail, path])
      done.add(path)
    }
    for (const path of shipped) visit(path, [])
    expect(cycles).toEqual([])
  })

  test('no barrel files', () => {
    const barrels = shipped.filter((path) => {
      const statements = sourceOf(path)
        .split('\n')
        .filter((line) => line.trim() !== '')
      return statements.length > 0 && statements.every((line) => /^export\s.*\sfrom\s/.test(line))
    })
    expect(barrels).toEqual([])
  })

  test('no orphan files', () => {
    const entries = [
      'src/main.tsx',
      'src/sw.ts',
      'src/shell/boot.ts',
      'src/route-tree.gen.ts',
      'server/main.ts',
      ...filesBelow('src/routes'),
    ]
    const testing = [
      ...product.filter((path) => isTest(path)),
      ...filesBelow('tests'),
      ...filesBelow('scripts'),
      'vitest.config.ts',
      'drizzle.config.ts',
    ]
    const reached = new Set<string>()
    const walk = (path: string) => {
      if (reached.has(path) || !isCode(path)) return
      reached.add(path)
      for (const one of importsOf(path)) if (one.ours) walk(one.to)
    }
    for (const path of entries) walk(path)
    // The ledger's audit and the whole error catalogue may be used by tests alone; files of a member's pages may not.
    const testedAlone = /^(?:server|src\/errors)\//
    const orphans = shipped.filter((path) => !reached.has(path) && !testedAlone.test(path))
    for (const path of testing) walk(path)
    const unused = shipped.filter((path) => !reached.has(path))
    expect([...new Set([...orphans, ...unused])]).toEqual([])
  })

  test('no catch-all names such as utils or helpers', () => {
    const names = /^(?:utils?|helpers?|common|shared|misc|types|hooks|index)$/
    const wrong = shipped.filter((path) => {
      const parts = [...dirname(path).split('/'), basename(path).replace(/\.tsx?$/, '')]
      return !path.startsWith('src/routes/') && parts.some((part) => names.test(part))
    })
    expect(wrong).toEqual([])
  })
})
