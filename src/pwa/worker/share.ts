import { registerRoute } from 'workbox-routing'
import { keepSharedSlip, sharedSlip } from '../../lib/shared-slip.ts'

/** A slip that another app shares is put aside here and opens in the upload, after a sign-in where one is needed. */
export function takeShared(): void {
  // What nobody came for does not stay.
  const looked = sharedSlip().catch(() => undefined)
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname === '/share',
    async ({ request }) => {
      await looked
      try {
        await keepSharedSlip((await request.formData()).get('slip'))
      } catch {
        // The page says that the picture has to be chosen by hand.
      }
      return Response.redirect('/user/home?open=slip&shared=1', 303)
    },
    'POST',
  )
}
