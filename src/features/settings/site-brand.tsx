import { Trans } from '@lingui/react/macro'
import { useSiteInfo } from '#data/site/use-site-info.ts'
import { Brand } from '#ui/art/brand.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'

/** The logo with the site's name, once that has loaded. */
export function SiteBrand() {
  const name = useSiteInfo()?.name
  const unknown = (
    <VisuallyHidden>
      <Trans>Home</Trans>
    </VisuallyHidden>
  )
  return <Brand name={name || unknown} />
}
