import * as alacarte from '../../app/routes/alacarte';
import * as duplicate from '../../app/routes/duplicate';
import * as invite from '../../app/routes/invite._index';
import * as billingInfo from '../../app/routes/invite.billing-info';
import * as credentials from '../../app/routes/invite.credentials';
import * as receipt from '../../app/routes/invite.receipt';
import * as request from '../../app/routes/invite.request';
import * as step1 from '../../app/routes/invite.step1';
import * as packages from '../../app/routes/step3';
import { checkoutAt } from './checkout-routes';
import { serveRoutes, type RouteUnderTest, type Trouble } from './serve-routes';
import type { Services } from '../../app/server/services.server';

export const INVITED_ROUTES: RouteUnderTest[] = [
  { id: 'routes/invite._index', path: 'invite', index: true, module: invite },
  { id: 'routes/invite.billing-info', path: 'invite/billing-info', module: billingInfo },
  { id: 'routes/invite.credentials', path: 'invite/credentials', module: credentials },
  { id: 'routes/invite.receipt', path: 'invite/receipt', module: receipt },
  { id: 'routes/invite.request', path: 'invite/request', module: request },
  { id: 'routes/invite.step1', path: 'invite/step1', module: step1 },
  { id: 'invite/packages', path: 'invite/packages', module: packages },
  { id: 'invite/choose-your-own', path: 'invite/choose-your-own', module: alacarte },
  ...checkoutAt('invite/payment'),
  { id: 'routes/duplicate', path: 'duplicate', module: duplicate },
];

/** The invited co-parent's routes, as vite.config.ts mounts them, on an application of their own. */
export function serveInvited(trouble?: (backend: Services['backend']) => Trouble) {
  return serveRoutes(INVITED_ROUTES, trouble);
}
