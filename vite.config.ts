import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { routeLoading } from './scripts/route-loading/route-loading.ts'
import { catalogues } from './scripts/vite-catalogues.ts'
import { compress } from './scripts/vite-compress.ts'
import { linguiMacro } from './scripts/vite-lingui-macro.ts'
import { pagePolicy } from './scripts/vite-page-policy.ts'
import { parseEnv } from './src/lib/parse-env.ts'

const backend = `http://localhost:${process.env['PORT'] ?? '8080'}`

export default defineConfig(({ mode }) => {
  // A wrong setting stops a build or the development server, by its name and with the reason.
  const env = parseEnv(loadEnv(mode, process.cwd()))
  const messages = catalogues()
  const loading = routeLoading(messages.compiled)
  return {
    define: { ENV: JSON.stringify(env) },
    // The store's hook for selections on React's own `useSyncExternalStore`, in place of one that also knows React 17.
    resolve: {
      alias: {
        'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      },
    },
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
      messages.plugins,
      pagePolicy(env),
      loading.plugin,
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'src',
        filename: 'sw.ts',
        registerType: 'prompt',
        injectRegister: false,
        manifest: false,
        injectManifest: {
          globPatterns: ['index.html', 'champa.svg', 'assets/*.{js,css,svg,json}'],
          manifestTransforms: [
            (files) => ({ manifest: files.filter(({ url }) => loading.isPrecached(url)) }),
          ],
          maximumFileSizeToCacheInBytes: 2 ** 20,
        },
      }),
      compress(),
    ],
    build: {
      target: 'es2022',
      // A browser of three years ago. tests/pwa/targets.spec.ts holds what is built against what these know.
      cssTarget: ['chrome119', 'firefox124', 'safari17.5'],
      sourcemap: false,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      // Hashes that compress well: every file names the files it imports, and the page names all.
      rolldownOptions: { output: { hashCharacters: 'hex' } },
    },
    server: {
      port: 5173,
      proxy: { '/api': backend, '/sandbox': backend, '/socket.io': { target: backend, ws: true } },
    },
  }
})
