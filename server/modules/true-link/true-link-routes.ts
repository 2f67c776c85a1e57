import type { Route } from '../../http/route.ts'
import { takeGiftRoute } from './true-link-service.ts'

export const routes: readonly Route[] = [takeGiftRoute]
