import { configureGlobal, readConfigureGlobal } from 'fast-check'

// A fixed seed gives the property tests the same cases in every run. `npm run test:long` draws new ones each time, and prints
// the seed of a failure.
if (process.env['LONG'] !== '1') configureGlobal({ ...readConfigureGlobal(), seed: 20_261_121 })
