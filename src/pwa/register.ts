/** The worker comes after the first screen, so that it takes nothing from it. */
export function registerWorkerLater(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const later = () => void import('./update.ts').then(({ registerWorker }) => registerWorker()).catch(ignore)
  const idle = () =>
    'requestIdleCallback' in globalThis ? requestIdleCallback(later, { timeout: 5000 }) : later()
  if (document.readyState === 'complete') setTimeout(idle, 1500)
  else globalThis.addEventListener('load', () => setTimeout(idle, 1500), { once: true })
}

/** Where no worker may be had (a private window, a foreign frame), the app works without. */
const ignore = () => undefined
