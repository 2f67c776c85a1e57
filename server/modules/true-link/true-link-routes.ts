import type { Route } from '../../http/route.ts'
import { takeGiftRoute } from './true-link-service.ts'

export const trueLinkRoutes: readonly Route[] = [takeGiftRoute]
