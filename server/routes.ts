import type { Route } from './http/route.ts'
import { accountRoutes } from './modules/account/account-routes.ts'
import { actRoutes } from './modules/act/act-routes.ts'
import { autoLoginRoutes } from './modules/auto-login/auto-login-routes.ts'
import { gameRoutes } from './modules/games/game-routes.ts'
import { lookupRoutes } from './modules/lookup/lookup-routes.ts'
import { otpRoutes } from './modules/otp/otp-routes.ts'
import { qrcodeRoutes } from './modules/qrcode/qrcode-routes.ts'
import { sessionRoutes } from './modules/session/session-routes.ts'
import { statementRoutes } from './modules/statement/statement-routes.ts'
import { transferRoutes } from './modules/transfer/transfer-routes.ts'
import { walletRoutes } from './modules/wallet/wallet-routes.ts'
import { withdrawRoutes } from './modules/withdraw/withdraw-routes.ts'

/** Every call that the server answers, by module. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...otpRoutes,
  ...lookupRoutes,
  ...actRoutes,
  ...autoLoginRoutes,
  ...gameRoutes,
  ...qrcodeRoutes,
  ...statementRoutes,
  ...transferRoutes,
  ...walletRoutes,
  ...withdrawRoutes,
]
