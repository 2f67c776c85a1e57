// Stands in for /sw.js where a release has to be taken back: puts away the worker and what it kept, and opens the app anew
// from the server. What belongs to a member (storages, databases) stays.
self.addEventListener('install', () => {
  const before = self.registration.active
  // The browser waits for what the worker before still fetches (src/pwa/worker/leave-when-told.ts, update.ts).
  setTimeout(() => before?.postMessage({ type: 'LEAVE' }, []), 3000)
  void self.skipWaiting()
})
self.addEventListener('activate', (event) => event.waitUntil(retire()))

async function retire() {
  // Before the pages are opened anew, so that none of them comes from here.
  await self.registration.unregister()
  const [names, pages] = await Promise.all([caches.keys(), self.clients.matchAll({ type: 'window' })])
  await Promise.all(names.map((name) => caches.delete(name)))
  await Promise.all(pages.map((page) => page.navigate(page.url).catch(() => undefined)))
}
