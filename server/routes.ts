import type { Route } from './http/route.ts'
import { actRoutes } from './modules/act/act-routes.ts'

/** Every call that the server answers, by module. */
export const routes: readonly Route[] = [...actRoutes]
