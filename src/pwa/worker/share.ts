import { registerRoute } from 'workbox-routing'
import { dropOldSlips, keepSharedSlip } from '#lib/outbox/shared-slip-line.ts'

/** Stores a slip that another app shares, and opens the upload, after a sign-in if necessary. */
export function takeShared(): void {
  // Slips that were never uploaded.
  const dropped = dropOldSlips().catch(() => undefined)
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/share',
    async ({ request }) => {
      await dropped
      try {
        await keepSharedSlip((await request.formData()).get('slip'))
      } catch {
        // The upload then says that the picture did not arrive.
      }
      return Response.redirect('/user/home?open=slip&shared=1', 303)
    },
    'POST',
  )
}
