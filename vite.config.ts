import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { catalogues } from './scripts/vite-catalogues.ts'
import { compress } from './scripts/vite-compress.ts'
import { layerOrder } from './scripts/vite-layer-order.ts'
import { linguiMacro } from './scripts/vite-lingui-macro.ts'
import { opening } from './scripts/vite-opening.ts'

const backend = `http://localhost:${process.env['PORT'] ?? '8080'}`

/** Below src, what a visitor's first page and a member's share. */
const commonParts =
  /\/src\/(?:ui\/(?:field|control|text-control|password-control|checkbox|notice|tab-bar|languages|connection-line|river|champa|link-class|spared-picture)|lib\/(?:phone|digits|text|operation-key|version)|data\/(?:busy|member-atom|use-site-info|use-first-screen-over)|pwa\/update-atom|features\/(?:chat\/entry\/|settings\/language-switch)|app\/layouts\/(?:chat-news|connection-news|credit-line|phone-help|update-bar)|routes\/-(?:chat-entry|chat-modal|modal|pending-sheet|use-modal))\b|node_modules\/@tanstack\/(?!.*(?:persist|hydration))/
/** What else signing in is made of. */
const visitorParts =
  /\/src\/(?:routes\/(?:-visitor-top|_visitor\.tsx\?|_visitor\/login\.tsx\?)|app\/layouts\/visitor-layout|features\/auth\/(?:login-|auth-problems|auth-queries|form-error)|api\/contract\/otp|lib\/redirect)/
/** What a member's pages share. */
const memberParts =
  /\/src\/(?:ui\/(?:bloom|plus-button|tile|amount|game-art|picture|picture-card|generated-art|art-palette|skeleton|section-head|segments|stale-note|coin|use-now)|lib\/(?:money|bank-account)|i18n\/format-money|features\/games\/last-played|operations\/(?:use-|operation-|outcome)[\w-]*|data\/(?:refresh-money|coins-text|hide-balance|wallet-\w+|statement-queries|qr-queries|spin-queries|profile-queries)|api\/contract\/(?:wallet|invite|spinwheel|statement|qrcode|act))\.tsx?/
/** What else a member's home page is made of, with the bars around it. */
const homeParts =
  /\/src\/(?:routes\/(?:-member-modals|user\.tsx\?|user\/home\.tsx\?)|app\/layouts\/(?:member-|unsettled-news)|data\/query-persistence|features\/(?:home\/|games\/(?:game-shelves|shelf\/)|menu\/(?:action-tiles|refresh-tile)|agreements\/(?:agreements-memory|use-agreements-prompt)|profile\/use-name-prompt))|node_modules\/@tanstack/

/** Few chunks where every page would want them. The rest is cut by who imports it. */
const chunks = [
  { name: 'vendor', tags: ['$initial' as const], test: /node_modules/, priority: 7 },
  { name: 'app', tags: ['$initial' as const], priority: 6 },
  { name: 'modals', test: /@base-ui|floating-ui/, priority: 5 },
  {
    name: 'dates',
    test: /node_modules\/luxon|src\/(?:lib\/(?:bangkok|countdown)|i18n\/format)\.ts/,
    priority: 5,
  },
  { name: 'forms', test: /react-hook-form|@hookform/, priority: 4 },
  { name: 'parts', test: commonParts, priority: 3 },
  { name: 'visitor', test: visitorParts, priority: 2 },
  { name: 'members', test: memberParts, priority: 2 },
  { name: 'home', test: homeParts, priority: 1 },
]

/** The parts of a catalogue by name, so that the worker can leave some out. */
const chunkFileNames = ({ moduleIds }: { moduleIds: string[] }) => {
  const [, part] = /\.po\?(\w+)\?/.exec(moduleIds[0] ?? '') ?? []
  return `assets/${part ? `${part}-texts-` : ''}[name]-[hash].js`
}

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
    layerOrder(),
    opening(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      registerType: 'prompt',
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'manifest.webmanifest', 'champa.svg', 'assets/*.{js,css,svg}'],
        // Kept when first used instead: what is of no use without a network, and pictures that few see.
        globIgnores: [
          'assets/{chat,draw-qr,gift-seal,qr-worker,register,forgot-password,tile-,state-,spin-,use-spin-}*',
          'assets/{slip-sheet,waiting-slips,outbox-queue,password-sheet,holder-name-sheet}*',
          'assets/{agreements-sheet,install-notice,outside-notice,forgetful-notice,phone-notice}*',
        ],
        maximumFileSizeToCacheInBytes: 2 ** 20,
      },
    }),
    compress(),
  ],
  build: {
    target: 'es2022',
    // These know light-dark(), which its stand-in for older ones does not do for a part that is always dark. All of
    // them have AbortSignal.any() too, which calls of the backend need.
    cssTarget: ['chrome123', 'firefox124', 'safari17.5'],
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: chunks }, chunkFileNames } },
  },
  server: {
    port: 5173,
    proxy: { '/api': backend, '/sandbox': backend, '/socket.io': { target: backend, ws: true } },
  },
})
