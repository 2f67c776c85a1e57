import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
import { useDataSaverPicture } from '#ui/art/data-saver-picture.ts'
import { helpVideos, type HelpVideo, posterOf } from './help-videos.ts'
import styles from './video-list.module.css'
import { VideoSheet } from './video-sheet.tsx'

/** The help videos, each opened by its poster. */
export function VideoList() {
  const { t } = useLingui()
  const [shown, setShown] = useState<HelpVideo>()
  return (
    <>
      <ul className={styles.videos} aria-label={t`Help videos`}>
        {helpVideos.map((video) => (
          <li key={video.name}>
            <button className={styles.video} aria-haspopup="dialog" onClick={() => setShown(video)}>
              <Poster src={posterOf(video.name)} />
              <span className={styles.title}>
                <Icon name="play" small />
                {t(video.title)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {shown && <VideoSheet video={shown} onClose={() => setShown(undefined)} />}
    </>
  )
}

/** Decorative, because the title is beside it; left empty to save data. */
function Poster({ src }: { src: string }) {
  const { isHidden } = useDataSaverPicture(src)
  const [isMissing, setMissing] = useState(false)
  return isHidden || isMissing ? (
    <span className={styles.poster} />
  ) : (
    <img className={styles.poster} src={src} alt="" loading="lazy" onError={() => setMissing(true)} />
  )
}
