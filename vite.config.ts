import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { catalogues } from './scripts/vite-catalogues.ts'
import { compress } from './scripts/vite-compress.ts'
import { layerOrder } from './scripts/vite-layer-order.ts'
import { linguiMacro } from './scripts/vite-lingui-macro.ts'
import { themeBoot } from './scripts/vite-theme-boot.ts'

const backend = `http://localhost:${process.env['PORT'] ?? '8080'}`

const ours = /\/src\/(?:ui|lib|i18n|data|errors|api|pwa)\/(?!locales)/
const members =
  /\/(?:api\/contract\/(?!otp)|data\/(?!session|busy|theme|site)|errors\/amount|lib\/(?:money|amount|act)|i18n\/format|ui\/(?:art|bloom|plus|tile|amount|game-art|generated|skeleton|choices|section|stale|segments|pager|coin|status))/
const modals = /@base-ui|floating-ui|\/src\/ui\/(?:sheet|dialog|alert-dialog|select|modal|safe-html)/

/** Few chunks: what every page runs, what most pages share, what a member's pages share, and what only forms and modals need. */
const chunks = [
  { name: 'vendor', tags: ['$initial' as const], test: /node_modules/, priority: 5 },
  { name: 'app', tags: ['$initial' as const], priority: 4 },
  { name: 'modals', test: /@base-ui|floating-ui/, priority: 3 },
  { name: 'queries', test: /node_modules\/@tanstack/, priority: 3 },
  { name: 'forms', test: /react-hook-form|@hookform/, priority: 3 },
  {
    name: 'parts',
    test: (id: string) => ours.test(id) && !members.test(id) && !modals.test(id),
    minShareCount: 2,
    priority: 2,
  },
  { name: 'members', test: (id: string) => ours.test(id) && !modals.test(id), minShareCount: 2, priority: 1 },
]

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      codeSplittingOptions: { defaultBehavior: [['loader', 'component']] },
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/route-tree.gen.ts',
      quoteStyle: 'single',
      semicolons: false,
    }),
    linguiMacro(),
    react(),
    catalogues(),
    themeBoot(),
    layerOrder(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'manifest.webmanifest', 'champa.svg', 'assets/*.{js,css,svg}'],
        // Kept when first used instead: what few need, and what is heavy.
        globIgnores: ['assets/{chat,wallet-socket,tile-,state-}*'],
        maximumFileSizeToCacheInBytes: 2 ** 20,
      },
    }),
    compress(),
  ],
  build: {
    target: 'es2022',
    // These know light-dark(), which its stand-in for older ones does not do for a part that is always dark.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: {
    port: 5173,
    proxy: { '/api': backend, '/sandbox': backend, '/socket.io': { target: backend, ws: true } },
  },
})
