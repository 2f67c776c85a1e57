import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseConfig } from '../server/config.ts'
import { settings as serverSettings } from '../server/environment.ts'

interface Service {
  image?: string
  build?: string | { dockerfile_inline: string }
  command?: string[]
  environment?: Record<string, string | number>
  read_only?: boolean
  cap_drop?: string[]
  volumes?: string[]
  depends_on?: Record<string, object>
}

const compose = parse(readFileSync('compose.yaml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const { services } = compose

/** As an operator would fill them in. */
const given: Record<string, string> = {
  POSTGRES_PASSWORD: 'secret',
  DATA_KEYS: 'A'.repeat(43),
  PUBLIC_HOST: 'champa.example',
  METRICS_TOKEN: 'a-token-of-the-tests',
  SANDBOX_KEY: 'a key for the console',
}
const fill = (text: string, values: Record<string, string>) =>
  text.replaceAll(
    /\$\{(\w+)(?::[?-]([^}]*))?\}/gu,
    (_, name: string, fallback = '') => values[name] ?? fallback,
  )
const filledIn = (text: string) => fill(text, given)

test.each(['app-1', 'app-2'])('the settings of %s start a server that others join', (name) => {
  const environment = Object.entries(services[name]?.environment ?? {})
  const settings = Object.fromEntries(environment.map(([key, value]) => [key, filledIn(String(value))]))
  expect(parseConfig(settings)).toMatchObject({
    databaseUrl: 'postgres://champa:secret@pgbouncer:6432/champa',
    migrate: false,
    redisUrl: 'redis://redis:6379',
    publicOrigin: 'https://champa.example',
    proxyHops: 1,
    shutdownDelay: 5000,
    metricsToken: 'a-token-of-the-tests',
  })
  const known = Object.values(serverSettings).map(([variable]) => variable)
  expect(known).toEqual(expect.arrayContaining(environment.map(([variable]) => variable)))
})

test('what a service waits for, mounts or runs is there', () => {
  for (const { depends_on = {}, volumes = [], command = [] } of Object.values(services)) {
    for (const name of Object.keys(depends_on)) expect(services).toHaveProperty([name])
    for (const volume of volumes) {
      const [source = ''] = filledIn(volume).split(':')
      const isThere = source.startsWith('.') ? existsSync(source) : source in compose.volumes
      expect([source, isThere]).toEqual([source, true])
    }
    for (const word of command.filter((one) => one.endsWith('.ts')))
      expect([word, existsSync(word)]).toEqual([word, true])
  }
})

test('the server may neither write to its image nor gain rights', () => {
  for (const name of ['app-1', 'app-2', 'migrate', 'archive'])
    expect(services[name]).toMatchObject({ read_only: true, tmpfs: '/tmp', cap_drop: ['ALL'] })
  const stages = readFileSync('Dockerfile', 'utf8').split(/^FROM /mu)
  expect(stages.at(-1)).toMatch(/^USER node$/mu)
  const copied = stages.flatMap((stage) => [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gmu)])
  for (const path of copied.flatMap(([, paths = '']) => paths.split(' ')))
    expect([path, existsSync(path)]).toEqual([path, true])
})

test('the image has the scripts that services run, and its user may write where their volumes are mounted', () => {
  const image =
    readFileSync('Dockerfile', 'utf8')
      .split(/^FROM /mu)
      .at(-1) ?? ''
  const copied = [...image.matchAll(/^COPY (?!--from)(.+) \S+$/gmu)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  const [, owned = ''] = /^RUN install -d -o node -g node -m 700 (.+)$/mu.exec(image) ?? []
  for (const { image: name, command = [], volumes = [] } of Object.values(services)) {
    if (name !== 'champa') continue
    for (const script of command.filter((word) => word.startsWith('scripts/')))
      expect(copied).toContain(script)
    for (const volume of volumes) expect(owned.split(' ')).toContain(volume.split(':')[1])
  }
  expect(services['archive']?.volumes).toEqual(['books:/books'])
  expect(image).toContain(' ARCHIVE_DIR=/books ')
})

test('PostgreSQL may write its log and its copies, archives unless told not to, and starts from the volume that is named', () => {
  const { build, command = [], volumes = [] } = services['postgres'] ?? {}
  const image = typeof build === 'object' ? build.dockerfile_inline : ''
  const [, owned = ''] = /^RUN install -d -o postgres -g postgres -m 700 (.+)$/mu.exec(image) ?? []
  expect(owned.split(' ')).toEqual(['/archive', '/backup'])
  for (const folder of owned.split(' ')) expect(volumes.map((one) => one.split(':').at(-1))).toContain(folder)
  expect(command.map(filledIn)).toContain('archive_mode=on')
  expect(volumes.map(filledIn)).toContain('database:/var/lib/postgresql/data')
  const restoring = { ARCHIVE_MODE: 'off', DATABASE_VOLUME: 'restored' }
  expect(command.map((word) => fill(word, restoring))).toContain('archive_mode=off')
  expect(volumes.map((one) => fill(one, restoring))).toContain('restored:/var/lib/postgresql/data')
  expect(compose.volumes).toHaveProperty('restored')
})
