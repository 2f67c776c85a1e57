import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright/test'

interface Frame {
  file: string
  seconds: number
}

/** Makes a film of screenshots and their durations. */
export class Film {
  readonly page: Page
  readonly folder: string
  private readonly frames: Frame[] = []

  constructor(page: Page, folder: string) {
    this.page = page
    this.folder = folder
  }

  get length(): number {
    return this.frames.reduce((sum, { seconds }) => sum + seconds, 0)
  }

  async shoot(seconds: number): Promise<void> {
    const file = `${String(this.frames.length).padStart(3, '0')}.png`
    await this.page.screenshot({ path: join(this.folder, file) })
    this.frames.push({ file, seconds })
  }

  /** H.264 that old phones can play, with frequent keyframes for seeking and its index at the front. */
  write(video: string, poster: string): void {
    const last = this.frames.at(-1)
    if (!last) throw new Error('nothing was filmed')
    const list = join(this.folder, 'frames.txt')
    // The last frame is listed twice, because ffmpeg ignores the last duration.
    const lines = this.frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}`)
    writeFileSync(list, `${lines.join('\n')}\nfile '${last.file}'\n`)
    const look = ['-vf', 'fps=8,format=yuv420p', '-an']
    const code = [
      '-c:v',
      'libx264',
      '-profile:v',
      'main',
      '-preset',
      'medium',
      '-tune',
      'stillimage',
      '-crf',
      '33',
    ]
    const pieces = ['-g', '16', '-t', String(this.length), '-movflags', '+faststart']
    ffmpeg(['-f', 'concat', '-i', list, ...look, ...code, ...pieces, video])
    ffmpeg([
      '-i',
      join(this.folder, this.frames[0]?.file ?? ''),
      '-vf',
      'scale=360:-1',
      '-quality',
      '70',
      poster,
    ])
    rmSync(list)
  }
}

function ffmpeg(args: string[]): void {
  const { status, error } = spawnSync('ffmpeg', ['-y', '-v', 'error', ...args], { stdio: 'inherit' })
  if (error) throw new Error('ffmpeg is not here: install it (Debian: apt-get install ffmpeg)')
  if (status !== 0) throw new Error(`ffmpeg failed: ${args.join(' ')}`)
}
