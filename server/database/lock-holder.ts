import { takeLock } from './lock-file.ts'

// A process of its own for the test of the lock: takes it and lives until it is killed.
const [path = ''] = process.argv.slice(2)
await takeLock(path, path)
process.send?.('taken')
setInterval(() => {}, 60_000)
