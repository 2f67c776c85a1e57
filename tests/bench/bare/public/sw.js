// As little as a worker can be that makes the page open without a network.
self.addEventListener('install', (event) => event.waitUntil(keepPage()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => event.respondWith(answer(event.request)))

async function keepPage() {
  const page = await (await fetch('/')).text()
  const scripts = [...page.matchAll(/src="(\/assets\/[^"]+)"/g)].map(([, path]) => path)
  await (await caches.open('bare')).addAll(['/', ...scripts])
}

async function answer(request) {
  const kept = await caches.match(request)
  return kept ?? fetch(request)
}
