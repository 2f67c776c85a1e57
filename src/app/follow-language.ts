import { i18n } from '@lingui/core'
import type { QueryClient } from '@tanstack/react-query'
import { store } from '#lib/store.ts'
import { unreachableAtom } from '#pwa/use-connection.ts'

/** After a switch of language, refetches the texts that the backend writes and the manifest; while it cannot be reached, once it is back. */
export function followLanguage(queryClient: QueryClient): void {
  let before = i18n.locale
  i18n.on('change', () => {
    const { locale } = i18n
    // The first language is no switch.
    if (before && before !== locale) {
      void queryClient.invalidateQueries({ refetchType: store.get(unreachableAtom) ? 'none' : 'active' })
      // Browsers read the manifest again only where its link is new.
      const manifest = document.querySelector('link[rel=manifest]')
      manifest?.replaceWith(manifest.cloneNode())
    }
    before = locale
  })
}
