import { expect, test } from 'vitest'
import { firstScript } from './files.ts'

test.each([
  ['<script type="module" src="/assets/index-1a2b.js"></script>', 'assets/index-1a2b.js'],
  [
    '<script>const{entry:n}={entry:[`assets/parts.css`,`assets/vendor-Bd0Y.js`]}</script>',
    'assets/vendor-Bd0Y.js',
  ],
  ['<p>Nothing to run</p>', ''],
])('the script of %s', (html, script) => expect(firstScript(html)).toBe(script))
