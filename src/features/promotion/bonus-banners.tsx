import { useLingui } from '@lingui/react/macro'
import type { Bonus } from '#api/contract/bonus.ts'
import { Carousel } from '#ui/list/carousel.tsx'
import { GameArt } from '#ui/art/game-art.tsx'
import { SafeHtml } from '#ui/safe-html.tsx'

/** The offer's pictures with their texts; one whose picture is missing gets a generated one. */
export function BonusBanners({ bonus }: { bonus: Bonus }) {
  const { t } = useLingui()
  const banners = bonus.banners.length > 0 ? bonus.banners : [{ image: '', html: '' }]
  return (
    <Carousel
      label={t`Banners`}
      previousLabel={t`Previous banner`}
      nextLabel={t`Next banner`}
      slides={banners.map(({ image, html }, place) => ({
        key: String(place),
        content: (
          <>
            <GameArt src={image} seed={bonus.code} showLabel={t`Show picture`} />
            {html && <SafeHtml html={html} />}
          </>
        ),
      }))}
    />
  )
}
