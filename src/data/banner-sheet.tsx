import { useLingui } from '@lingui/react/macro'
import { useEffect, useState, type ReactNode } from 'react'
import { bannerAddresses } from '#lib/banners.ts'
import { Button } from '#ui/button.tsx'
import { Carousel } from '#ui/carousel.tsx'
import { Picture } from '#ui/picture.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** On a slow connection the sheet opens without its banners after this time in ms. */
const timeoutMs = 2000

interface BannerSheetProps {
  title: string
  banners: { data?: readonly string[]; isPending: boolean }
  locked?: boolean
  onClose: () => void
  children: ReactNode
}

/** A sheet that first shows its banners, if there are any: closing them shows the sheet itself. */
export function BannerSheet({ title, banners, locked, onClose, children }: BannerSheetProps) {
  const { t } = useLingui()
  const { pictures, waiting, dismiss, leaveOut } = useBanners(banners)
  const count = pictures.length

  const body = () => {
    if (waiting) return <Skeleton height="18rem" />
    if (count === 0) return children
    return (
      <>
        <Carousel
          slides={pictures.map((picture, index) => {
            const place = index + 1
            const name = t`Banner ${place} of ${count}`
            const leave = () => leaveOut(picture)
            return {
              key: picture,
              content: (
                <Picture
                  src={picture}
                  seed={picture}
                  alt={name}
                  showLabel={t`Show picture`}
                  onError={leave}
                />
              ),
            }
          })}
          label={t`Banners`}
          previousLabel={t`Previous banner`}
          nextLabel={t`Next banner`}
        />
        <Button variant="primary" size="money" wide onClick={dismiss}>
          {t`Continue`}
        </Button>
      </>
    )
  }
  return (
    <Sheet
      open
      onClose={count > 0 ? dismiss : onClose}
      locked={locked}
      title={title}
      closeLabel={count > 0 ? t`Close the banners` : t`Close`}
    >
      {body()}
    </Sheet>
  )
}

function useBanners({ data, isPending }: BannerSheetProps['banners']) {
  // Once the sheet itself is visible, late banners no longer appear.
  const [over, setOver] = useState(false)
  const [broken, setBroken] = useState<readonly string[]>([])
  const pictures = over
    ? []
    : bannerAddresses(data ?? [], location.origin).filter((picture) => !broken.includes(picture))
  const waiting = !over && isPending
  if (!over && !waiting && pictures.length === 0) setOver(true)

  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setOver(true), timeoutMs)
    return () => clearTimeout(timer)
  }, [waiting])

  return {
    pictures,
    waiting,
    dismiss: () => setOver(true),
    leaveOut: (picture: string) => setBroken((others) => [...others, picture]),
  }
}
