import type { Route } from './http/route.ts'
import { accountRoutes } from './modules/account/account-routes.ts'
import { operationRoutes } from './modules/operation/operation-routes.ts'
import { activityRoutes } from './modules/activity/activity-routes.ts'
import { autoLoginRoutes } from './modules/auto-login/auto-login-routes.ts'
import { bonusRoutes } from './modules/bonus/bonus-routes.ts'
import { chatRoutes } from './modules/chat/chat-routes.ts'
import { gameRoutes } from './modules/games/game-routes.ts'
import { inviteRoutes } from './modules/invite/invite-routes.ts'
import { limitsRoutes } from './modules/limits/limits-routes.ts'
import { lookupRoutes } from './modules/lookup/lookup-routes.ts'
import { otpRoutes } from './modules/otp/otp-routes.ts'
import { passkeyRoutes } from './modules/passkey/passkey-routes.ts'
import { promotionRoutes } from './modules/promotion/promotion-routes.ts'
import { pushRoutes } from './modules/push/push-routes.ts'
import { qrcodeRoutes } from './modules/qrcode/qrcode-routes.ts'
import { refundRoutes } from './modules/refund/refund-routes.ts'
import { sessionRoutes } from './modules/session/session-routes.ts'
import { slipRoutes } from './modules/slip/slip-routes.ts'
import { spinwheelRoutes } from './modules/spinwheel/spinwheel-routes.ts'
import { statementRoutes } from './modules/statement/statement-routes.ts'
import { transferRoutes } from './modules/transfer/transfer-routes.ts'
import { trueLinkRoutes } from './modules/true-link/true-link-routes.ts'
import { walletRoutes } from './modules/wallet/wallet-routes.ts'
import { withdrawRoutes } from './modules/withdraw/withdraw-routes.ts'

/** The routes of every call, by module. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...accountRoutes,
  ...otpRoutes,
  ...lookupRoutes,
  ...operationRoutes,
  ...activityRoutes,
  ...autoLoginRoutes,
  ...gameRoutes,
  ...qrcodeRoutes,
  ...statementRoutes,
  ...transferRoutes,
  ...walletRoutes,
  ...withdrawRoutes,
  ...bonusRoutes,
  ...chatRoutes,
  ...inviteRoutes,
  ...limitsRoutes,
  ...passkeyRoutes,
  ...promotionRoutes,
  ...pushRoutes,
  ...refundRoutes,
  ...slipRoutes,
  ...spinwheelRoutes,
  ...trueLinkRoutes,
]
