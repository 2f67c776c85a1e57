import { describe, expect, test } from 'vitest'
import { filesBelow, importsOf, sourceOf } from './support/imports.ts'
import { imports, shipped, show } from './support/source-files.ts'

/** The packages that the specification requires, and the files that may import them. */
const requiredPackages: [name: string, place: RegExp][] = [
  [
    'react',
    /^src\/(?:main\.tsx$|(?:app|routes|features|operations|components|data|ui)\/|pwa\/use-|i18n\/literal-values)/,
  ],
  ['@tanstack/react-router', /^src\/(?:main\.tsx$|(?:app|routes|features|operations|components|data)\/)/],
  ['@tanstack/react-query', /^src\/(?:main\.tsx$|(?:app|routes|features|operations|components|data)\/)/],
  ['@tanstack/query-sync-storage-persister', /^src\/data\/query-persistence/],
  ['@tanstack/react-query-persist-client', /^src\/data\/query-persistence/],
  ['jotai', /^src\/(?!main\.tsx$|sw\.ts$|api\/|shell\/|pwa\/worker\/)/],
  ['valibot', /^(?:src\/(?!main\.tsx$|sw\.ts$|ui\/|shell\/|pwa\/worker\/)|server\/)/],
  ['@lingui/core', /^src\/(?:main\.tsx$|(?:app|routes|features|operations|components|data|errors|i18n)\/)/],
  ['@lingui/react', /^src\/(?:(?:app|routes|features|operations|components|data)\/|i18n\/literal-values)/],
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
  /** Where the pattern begins, with its line. */
  const patternOnlyIn = (word: RegExp, place: RegExp, where = shipped) =>
    where
      .filter((path) => !place.test(path))
      .flatMap((path) => {
        const source = sourceOf(path)
        const found = source.matchAll(new RegExp(word, `${word.flags}g`))
        return [...found].map(({ index }) => `${path}:${source.slice(0, index).split('\n').length}`)
      })
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
    expect(packagesOnlyIn(/^idb/, /^src\/data\/outbox\/outbox\.ts$/)).toEqual([])
    const ofOutbox = /^src\/(?:data\/outbox\/outbox-flag|pwa\/worker\/send-outbox)\.ts$/
    expect(patternOnlyIn(/\bindexedDB\b/, ofOutbox, app)).toEqual([])
  })

  test('a change of the account is told by push and SMS, by SMS alone where it ends every session, or every other', () => {
    const place =
      /^server\/(?:push\/(?:queue-sms|tell-of-change)|modules\/(?:account\/(?:reset-password|change-profile)|limits\/take-break))\.ts$/
    expect(patternOnlyIn(/\bqueueSms\(/, place)).toEqual([])
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
    const place =
      /^(?:src\/(?:api\/contract\/money\.ts|features\/deposit\/slip\/slip-chosen\.tsx)|server\/sandbox\/games\/wheel-view\.ts)$/
    expect(patternOnlyIn(byHand, place), 'src/api/contract/money.ts converts amounts').toEqual([])
    const columns = /^(?!.*\bpercent\b).*\b(?:doublePrecision|real|numeric)\(/m
    expect(patternOnlyIn(columns, /^$/)).toEqual([])
  })

  test('an amount in the contract is of a type of money.ts: a plain number is not converted', () => {
    const numbers =
      /^(?:total|times|unread|seq|readSeq|limit|skip|\w*[cC]oin|maxReceived|rewardPercent|expireIn|timeout|alg)$/
    const plain = /(\w+)(?::| =) (?:[\w.]+\(\s*)*v\.number\(/g
    const wrong = shipped
      .filter((path) => /^src\/api\/contract\/(?!fields|money)/.test(path))
      .flatMap((path) =>
        [...sourceOf(path).matchAll(plain)].flatMap(([, name = '']) =>
          numbers.test(name) ? [] : `${path}: ${name} (if it is no money, name it here)`,
        ),
      )
    expect(wrong).toEqual([])
  })

  const share = '`shareOf` in src/lib/money/reward-terms.ts counts a share of satang in whole numbers'

  test('no product is rounded where money moves: count shares of it in whole numbers, by BigInt', () => {
    const product = /Math\.(?:round|floor|ceil|trunc)\((?!percent\b)(?:[^()]|\([^()]*\))*\*/
    expect(product.test('Math.round(given * (1 + tax))')).toBe(true)
    expect(product.test('Math.ceil(ms / MINUTE) * MINUTE')).toBe(false)
    const books = shipped.filter((path) => /^server\/(?:deposits|jobs|ledger|modules|sandbox)\//.test(path))
    expect(patternOnlyIn(product, /^$/, books), share).toEqual([])
  })

  test('what is seeded stands in the files that seed-data.ts reads: its hash tells a start that there is more to add', () => {
    const rows = new Set(
      importsOf('server/seed/seed-data.ts').flatMap(({ to, typeOnly }) =>
        to.startsWith('server/seed/') && !typeOnly ? [to] : [],
      ),
    )
    const elsewhere = imports.filter(
      ({ from, to, typeOnly }) => rows.has(to) && !typeOnly && from !== 'server/seed/seed-data.ts',
    )
    expect(elsewhere.map((one) => show(one))).toEqual([])
    // What adds them imports no others.
    const work =
      /^server\/seed\/(?:add-languages|contact|refuse-mixing|sandbox-member|seed(?:-data|-sandbox)?)\.ts$/
    const past = imports.filter(
      ({ from, to, typeOnly }) =>
        from.startsWith('server/seed/seed') &&
        !from.endsWith('-data.ts') &&
        to.startsWith('server/seed/') &&
        !typeOnly &&
        !work.test(to),
    )
    expect(
      past.map((one) => show(one)),
      'read it in server/seed/seed-data.ts',
    ).toEqual([])
    const byHand = ['seed', 'seed-sandbox'].flatMap((name) =>
      [...sourceOf(`server/seed/${name}.ts`).matchAll(/\b\w+: ['"`\d].*/g)].map(([row]) => row),
    )
    expect(byHand).toEqual([])
  })

  test('money is never multiplied or divided by a fraction: shares are whole numbers', () => {
    const sum = String.raw`\b\w*(?:[sS]atang|[aA]mount|[bB]alance|[dD]eposit|[bB]aht|[mM]oney|[tT]urnover|[rR]efund|[rR]eward|[pP]ayout|[bB]onus|[mM]inimum|[mM]aximum)(?:[A-Z]\w*)?`
    const fraction = String.raw`(?<![\w.])\d*\.\d+\b`
    const rate = String.raw`\b(?:\w*(?:[a-z](?:Rate|Fee|Fraction|Share|Factor|Commission))|rate|fee|fraction|share|factor|commission)\b`
    // Matches a line that names an amount and multiplies or divides by a fraction, or an amount times a rate.
    const factor = new RegExp(
      `^(?=.*${sum}\\b).*(?:[*/] ?${fraction}|${fraction} ?[*/])|${sum}\\b\\)* \\* ${rate}|${rate} \\* \\(*(?:\\w+\\.)*${sum}\\b`,
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
    expect(patternOnlyIn(factor, /^$/), share).toEqual([])
  })

  test('only the API client calls the network', () => {
    expect(
      patternOnlyIn(
        /(?<![.\w])fetch\(/,
        /^src\/(?:api\/(?:client|download|event-stream)\.ts|shell\/boot\.ts|recovery\/retry-failed-preloads\.ts|sw\.ts|pwa\/worker\/)/,
        app,
      ),
    ).toEqual([])
    // Only XMLHttpRequest reports the progress of an upload.
    expect(patternOnlyIn(/XMLHttpRequest/, /^src\/api\/fetch-with-upload-progress\.ts$/, app)).toEqual([])
  })

  test('a flow waits for a call by the call’s name: one that waits for an old path would wait for ever', () => {
    const byPath = /\*\*\/api\/(?!\*\*'|events')|\\\/api\\\/(?!files)\w/
    const flows = filesBelow('tests').filter((path) => /^tests\/\w+\/.+\.ts$/.test(path))
    expect(patternOnlyIn(byPath, /^$/, flows)).toEqual([])
  })

  test('only one file accesses browser storage, what runs before the first paint aside', () => {
    expect(patternOnlyIn(/\b(?:local|session)Storage\b/, /^src\/lib\/(?:early-)?storage\.ts$/, app)).toEqual(
      [],
    )
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

  test('a file that could not be had is asked for again: React’s lazy never does', () => {
    const lazies = /import \{[^}]*\blazy\b[^}]*\} from 'react'/
    expect(patternOnlyIn(lazies, /^src\/ui\/lazy-part\.tsx$/, app)).toEqual([])
  })

  test('a form waits for the earlier operations of its kind; only where a second one moves no money again it may repeat', () => {
    const place =
      /^src\/(?:operations\/(?:money-form|unsettled\/use-earlier)|features\/(?:profile\/change-form|deposit\/qr\/qr-form|promotion\/bonus-offer))\.tsx$/
    expect(patternOnlyIn(/\bmayRepeat\b/, place, app)).toEqual([])
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
