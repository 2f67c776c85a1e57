import { configureGlobal, readConfigureGlobal } from 'fast-check'

// What passed on one machine passes on the next: the cases of the laws are the same in every run. `npm run test:long` draws
// new ones each time, and names the seed of what it finds.
if (process.env['LONG'] !== '1') configureGlobal({ ...readConfigureGlobal(), seed: 20_261_121 })
