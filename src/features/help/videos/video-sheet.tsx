import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { LoadFailed } from '#components/load-failed.tsx'
import { currentLocale } from '#i18n/activate.ts'
import { htmlLang, locales } from '#lib/text/locale-codes.ts'
import { localeNames } from '#i18n/locales.ts'
import { Sheet } from '#ui/dialog/sheet.tsx'
import { captionsOf, filmOf, type HelpVideo, posterOf } from './help-videos.ts'
import styles from './video-sheet.module.css'

export function VideoSheet({ video, onClose }: { video: HelpVideo; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Sheet open onClose={onClose} title={t(video.title)} closeLabel={t`Close`}>
      <Film video={video} />
    </Sheet>
  )
}

/** The film has no sound: everything is in the captions, shown in the app's language. */
function Film({ video: { name, title } }: { video: HelpVideo }) {
  const { t } = useLingui()
  const [attempt, setAttempt] = useState(0)
  const [failed, setFailed] = useState(false)
  const mine = htmlLang(currentLocale())
  if (failed) {
    const again = () => {
      setFailed(false)
      setAttempt(attempt + 1)
    }
    return (
      <LoadFailed
        queries={[{ isFetching: false, refetch: again }]}
        title={t`The video could not be loaded`}
        offlineText={t`Once seen, it plays without a connection too. Please check the connection and try again.`}
      />
    )
  }
  return (
    <video
      key={attempt}
      onLoadedMetadata={({ currentTarget }) => showCaptions(currentTarget, mine)}
      className={styles.film}
      src={filmOf(name)}
      poster={posterOf(name)}
      aria-label={t(title)}
      controls
      autoPlay
      muted
      playsInline
      preload="auto"
      onError={() => setFailed(true)}
    >
      {locales.map((locale) => (
        <track
          key={locale}
          kind="captions"
          src={captionsOf(name, locale)}
          srcLang={htmlLang(locale)}
          label={localeNames[locale]}
          default={htmlLang(locale) === mine}
        />
      ))}
    </video>
  )
}

/** WebKit shows a `default` track only to those whose phone is set to captions. Earlier than here, Chromium would add another. */
function showCaptions({ textTracks }: HTMLVideoElement, language: string): void {
  for (const track of textTracks) if (track.language === language) track.mode = 'showing'
}
