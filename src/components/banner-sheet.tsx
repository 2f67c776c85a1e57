import { useLingui } from '@lingui/react/macro'
import { useAtom } from 'jotai'
import { useState, type ReactNode } from 'react'
import * as v from 'valibot'
import { tokenArea } from '#api/token.ts'
import { bannerAddresses } from '#lib/pictures/banners.ts'
import { storageKeys } from '#lib/storage-keys.ts'
import { storedAtom } from '#lib/stored-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { Carousel } from '#ui/list/carousel.tsx'
import { Picture } from '#ui/art/picture.tsx'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { SkeletonPart } from '#ui/list/skeleton-part.tsx'
import { useFirstLoad } from '#data/use-first-load.ts'

const maxSeen = 20
/** Addresses of banners that this member has seen on this phone. Kept for the session. */
const seenAtom = storedAtom(storageKeys.seenBanners, v.array(v.string()), [], tokenArea)

interface BannerSheetProps {
  title: string
  banners: { data?: readonly string[]; isPending: boolean }
  /** A sentence below the banners: what the sheet is for. */
  about: ReactNode
  /** The button below it, named after what comes. */
  nextLabel: string
  locked?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * A sheet that first shows its banners, if there are any: closing them shows the sheet itself. Once they were seen, the first of
 * them is the sheet's header.
 */
export function BannerSheet(props: BannerSheetProps) {
  const { title, banners, about, nextLabel, locked, onClose, children } = props
  const { t } = useLingui()
  const { pictures, header, waiting, dismiss, leaveOut } = useBanners(banners)
  const count = pictures.length

  const body = () => {
    if (waiting) return <SkeletonPart shape={['art', 'words', 'button']} label={t`Loading`} />
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
        <p>{about}</p>
        <Button variant="primary" size="money" wide onClick={dismiss}>
          {nextLabel}
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
      banner={header && <Picture src={header} seed={header} alt="" onError={() => leaveOut(header)} />}
      closeLabel={count > 0 ? t`Close the banners` : t`Close`}
    >
      {body()}
    </Sheet>
  )
}

function useBanners({ data, isPending }: BannerSheetProps['banners']) {
  const [seen, setSeen] = useAtom(seenAtom)
  const waiting = useFirstLoad({ isLoading: isPending })
  // Once the sheet itself is visible, late banners no longer appear.
  const [over, setOver] = useState<{ header?: string | undefined }>()
  const [broken, setBroken] = useState<readonly string[]>([])
  const given = bannerAddresses(data ?? [], location.origin).filter((picture) => !broken.includes(picture))
  const pictures = over ? [] : given
  if (!over && !waiting && given.every((picture) => seen.includes(picture))) setOver({ header: given[0] })

  const header = over?.header
  return {
    pictures,
    header: header !== undefined && !broken.includes(header) ? header : undefined,
    waiting,
    dismiss: () => {
      setSeen([...new Set([...given, ...seen])].slice(0, maxSeen))
      setOver({ header: given[0] })
    },
    leaveOut: (picture: string) => setBroken((others) => [...others, picture]),
  }
}
