import { basename, dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contractCalls } from '../server/http/test-contract.ts'
import { filesBelow, type Import, importsOf, sourceOf } from './support/imports.ts'
import { imports, isCode, shipped, show } from './support/source-files.ts'

const ours = imports.filter((one) => one.ours && one.to !== 'package.json')

/** From the top down: a layer imports itself and the layers below it. */
const layers = [
  'main',
  'app',
  'routes',
  'features',
  'operations',
  'components',
  'data',
  'errors',
  'api',
  'lock',
  'recovery',
  'lib',
]

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
  ['environment'],
  ['clock', 'durable-file', 'fair-queue', 'file-errors', 'hostnames', 'log', 'push-keys', 'route-files'],
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
    ['lock', ['lock', 'lib']],
    ['recovery', ['recovery', 'lib']],
    ['shell', ['shell', 'lock', 'recovery', 'lib']],
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

  test('no two modules import each other', () => {
    const between = ours.flatMap((one) => {
      const [mine, other] = [moduleOf(one.from), moduleOf(one.to)]
      return mine === undefined || other === undefined || mine === other ? [] : [{ ...one, mine, other }]
    })
    const reaches = (start: string, end: string, seen = new Set<string>()): boolean =>
      between.some(({ mine, other }) => {
        if (mine !== start || seen.has(other)) return false
        seen.add(other)
        return other === end || reaches(other, end, seen)
      })
    const cycles = between.filter(({ mine, other }) => reaches(other, mine))
    expect(cycles.map((one) => show(one))).toEqual([])
  })

  test('no file imports a test-cases.ts, which is found by its name: what others use stands beside it', () => {
    const wrong = filesBelow('server')
      .filter((path) => isCode(path))
      .flatMap((path) => importsOf(path))
      .filter(({ to }) => /^server\/[^*]*\/test-cases\.ts$/.test(to))
    expect(wrong.map((one) => show(one))).toEqual([])
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

describe('operations', () => {
  /** The contract's calls by the name under which a file imports them. */
  const importedCalls = (path: string) =>
    [...sourceOf(path).matchAll(/import \{([^}]*)\} from '#api\/contract\//g)].flatMap(([, names = '']) =>
      names.split(',').flatMap((one) => {
        const [id = '', name = id] = one.trim().split(' as ')
        const call = contractCalls.find((known) => known.id === id)
        return call ? [{ call, name }] : []
      }),
    )

  test('a file that posts money serves operations alone: another call has no key, and may come twice', () => {
    const posting = imports.filter(({ to, typeOnly }) => to === 'server/ledger/post.ts' && !typeOnly)
    expect(posting.length).toBeGreaterThan(0)
    const wrong = posting.flatMap(({ from }) =>
      importedCalls(from).flatMap(({ call }) =>
        call.changes ? [] : `${from}: declare ${call.id} by operation() in the contract`,
      ),
    )
    expect(wrong).toEqual([])
  })

  test('a member’s operation is sent by useOperation, or by the outbox: request() alone gives it no key and no place in the log', () => {
    const senders = /^src\/(?:operations|features\/deposit\/slip\/outbox)\//
    const wrong = shipped
      .filter((path) => path.startsWith('src/') && !senders.test(path))
      .flatMap((path) =>
        importedCalls(path)
          .filter(({ call, name }) => {
            const isSent = new RegExp(`\\brequest\\(\\s*${name}\\b`).test(sourceOf(path))
            return isSent && call.changes && call.access === 'member'
          })
          .map(({ name }) => `${path}: useOperation(${name}) in place of request(${name}, …)`),
      )
    expect(wrong).toEqual([])
  })
})

describe('structure', () => {
  // Lint finds those of static imports; these may go through an `import()`.
  test('what could not be loaded is said by LoadFailed alone; a page that broke has a state of its own', () => {
    const own = new Set(['src/components/load-failed.tsx', 'src/routes/-route-states.tsx'])
    const others = shipped.filter(
      (path) => !own.has(path) && /\bart=(?:"failed"|\{[^}]*'failed')/u.test(sourceOf(path)),
    )
    expect(others).toEqual([])
  })

  test('no import cycles', () => {
    const graph = new Map<string, Import[]>()
    for (const one of ours) {
      graph.set(one.from, [...(graph.get(one.from) ?? []), one])
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

  // Knip counts a file as used that only its tests import.
  test('no orphan files', () => {
    const entries = [
      'src/main.tsx',
      'src/sw.ts',
      'src/shell/boot.ts',
      'src/route-tree.gen.ts',
      'server/main.ts',
      'scripts/archive.ts',
      'scripts/function-changes.ts',
      'scripts/migrate.ts',
      ...filesBelow('src/routes'),
      ...filesBelow('server/modules').filter((path) => path.endsWith('-routes.ts')),
    ]
    const reached = new Set<string>()
    const walk = (path: string) => {
      if (reached.has(path) || !isCode(path)) return
      reached.add(path)
      for (const one of importsOf(path)) if (one.ours) walk(one.to)
    }
    for (const path of entries) walk(path)
    expect(shipped.filter((path) => !reached.has(path))).toEqual([])
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
