import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Icon } from '#ui/icon.tsx'
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
              <img className={styles.poster} src={posterOf(video.name)} alt="" loading="lazy" />
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
