import type { Finding, Section } from './finding.ts'

const marks = { pass: '✓', fail: '✗', skipped: '–' } as const

export function countOf(sections: readonly Section[], outcome: Finding['outcome']): number {
  return sections.flatMap(({ findings }) => findings).filter((one) => one.outcome === outcome).length
}

/** One line per finding, followed by what to do where it failed. */
export function linesOf({ title, findings }: Section): string {
  const lines = findings.flatMap(({ rule, outcome, saw, todo }) => [
    `  ${marks[outcome]} ${rule}${saw ? `: ${shorten(saw)}` : ''}`,
    ...(todo ? [`      → ${todo}`] : []),
  ])
  return [`\n${title}`, ...lines].join('\n')
}

export function markdownOf(sections: readonly Section[], about: string): string {
  const failed = sections.flatMap(({ title, findings }) =>
    findings
      .filter(({ outcome }) => outcome === 'fail')
      .map((one) => `- **${title}: ${one.rule}.** ${one.todo ?? ''}`),
  )
  const tables = sections.map(({ title, findings }) =>
    [
      `## ${title}\n`,
      '| | rule | seen | what to do |',
      '| --- | --- | --- | --- |',
      ...findings.map(({ rule, outcome, saw, todo }) => row([marks[outcome], rule, saw, todo ?? ''])),
    ].join('\n'),
  )
  const verdict = `${countOf(sections, 'pass')} passed, ${countOf(sections, 'fail')} failed, ${countOf(sections, 'skipped')} skipped`
  const todo = failed.length > 0 ? `## To do\n\n${failed.join('\n')}\n\n` : ''
  return `# PWA audit\n\n${about}\n\n**${verdict}**\n\n${todo}${tables.join('\n\n')}\n`
}

const row = (cells: readonly string[]) => `| ${cells.map((cell) => escape(shorten(cell))).join(' | ')} |`
const escape = (cell: string) =>
  cell
    .replaceAll('|', String.raw`\|`)
    .replaceAll('\n', ' ')
    .replaceAll('<', '&lt;')
const shorten = (saw: string) => (saw.length > 240 ? `${saw.slice(0, 240)}…` : saw)
