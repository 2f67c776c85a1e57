import type { Plugin } from 'vite'
import { storageKeys } from '../src/lib/storage-keys.ts'

const fileName = 'assets/theme-boot.js'
const key = JSON.stringify(storageKeys.theme)
const code = `try{const t=JSON.parse(localStorage.getItem(${key}));if(t==='day'||t==='night')document.documentElement.dataset.theme=t}catch{}\n`

/**
 * Sets the theme that the member chose before the first paint. A script of its own, because it must block, and because the
 * content security policy allows none inline.
 */
export function themeBoot(): Plugin {
  return {
    name: 'theme-boot',
    transformIndexHtml: (_html, { server }) => [
      server
        ? { tag: 'script', children: code, injectTo: 'head-prepend' }
        : { tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' },
    ],
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: code })
    },
  }
}
