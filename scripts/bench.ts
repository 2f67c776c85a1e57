import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Bench } from '../tests/bench/bench.ts'
import { buildApp } from './build-app.ts'
import { ensureChromium } from './chromium.ts'

/**
 * Measures the production build, prints tables and writes them to `tests/bench/RESULTS.md`. Each file `*.bench.ts` is a
 * benchmark; names on the command line select some, and the tables of the others stay.
 */
const folder = new URL('../tests/bench/', import.meta.url)
const results = new URL('RESULTS.md', folder)

const all = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(2)
}

/** The existing tables by the names of their benchmarks. */
function keptSections(): Map<string, string> {
  const text = existsSync(results) ? readFileSync(results, 'utf8') : ''
  return new Map(
    text
      .split(/^(?=## )/mu)
      .slice(1)
      .map((section) => [/^## (.*)$/mu.exec(section)?.[1] ?? '', section.trim()]),
  )
}

function machine(): string {
  const [cpu] = cpus()
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model.trim() || 'CPU'}, ${memory}, Node ${process.versions.node}`
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const sections = keptSections()
let isBuilt = false
for (const name of asked.length > 0 ? asked : all) {
  console.log(`\n▸ ${name}`)
  const { bench } = (await import(new URL(`${name}.bench.ts`, folder).href)) as { bench: Bench }
  const missing = bench.missing?.()
  if (missing !== undefined) {
    console.log(`Skipped: ${missing}`)
    continue
  }
  if (!bench.isServerOnly && !isBuilt) {
    process.env['CHROMIUM_PATH'] = ensureChromium()
    await buildApp()
    isBuilt = true
  }
  const { heads, rows, note } = await bench.run()
  const table = [row(heads), row(heads.map(() => '---')), ...rows.map((cells) => row(cells))].join('\n')
  const when = new Date().toISOString().slice(0, 10)
  sections.set(
    name,
    `## ${name}\n\n${bench.about}\n\n${table}\n\n${note ? `${note}\n\n` : ''}${when} on ${machine()}.`,
  )
  console.log(table)
}
const intro =
  '# Benchmarks\n\nWritten by `npm run bench`. Times depend on the machine and what else it does: no test asserts them.'
writeFileSync(
  results,
  `${[intro, ...[...sections.keys()].toSorted((one, other) => one.localeCompare(other)).map((name) => sections.get(name) ?? '')].join('\n\n')}\n`,
)
spawnSync('npx', ['--no-install', 'oxfmt', fileURLToPath(results)], { shell: process.platform === 'win32' })
