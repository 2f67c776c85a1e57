process.env['LONG'] = '1'
await import('./test.ts')
