import { type ChildProcess, spawn } from 'node:child_process'
import { inject } from 'vitest'
import { COMPILE_ONCE } from './database/test-compile-once.ts'

export interface Program {
  readonly child: ChildProcess
  readonly ended: Promise<{ code: number | null; said: string }>
  /** Resolves with the output as soon as it contains these words. Rejects if the program ends before. */
  until(words: string): Promise<string>
}

/** How a person starts the server; most tests start it from one file, in less time. */
export const fromSource = ['--import', 'tsx', 'server/main.ts']

/** Runs the program on any free port. */
export function startProgram(
  settings: Record<string, string>,
  program: readonly string[] = [COMPILE_ONCE, inject('serverBundle')],
): Program {
  const child = spawn(process.execPath, program, {
    env: { PATH: process.env['PATH'], PORT: '0', ...settings },
  })
  let said = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      for (const look of listeners) look()
    })
  }
  const ended = new Promise<{ code: number | null; said: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, said }))
  })
  const until = (words: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        if (said.includes(words)) resolve(said)
      }
      listeners.add(look)
      look()
      child.on('close', () => reject(new Error(said)))
    })
  return { child, ended, until }
}

/** The app's address in the program's output. */
export const addressIn = (said: string): string => /App\s+(\S+)/u.exec(said)?.[1] ?? ''
