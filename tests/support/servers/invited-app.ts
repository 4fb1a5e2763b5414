import * as duplicate from '~/routes/duplicate';
import * as invite from '~/routes/invite._index/route';
import * as billingInfo from '~/routes/invite.billing-info';
import * as credentials from '~/routes/invite.credentials/route';
import * as receipt from '~/routes/invite.receipt/route';
import * as request from '~/routes/invite.request/route';
import * as step1 from '~/routes/invite.step1';
import { serveRoutes, type RouteUnderTest, type Trouble } from './serve-routes';
import { INVITED_SHARED_ROUTES } from './shared-routes';
import type { Services } from '~/server/services/services.server';

export const INVITED_ROUTES: RouteUnderTest[] = [
  { id: 'routes/invite._index', path: 'invite', index: true, module: invite },
  { id: 'routes/invite.billing-info', path: 'invite/billing-info', module: billingInfo },
  { id: 'routes/invite.credentials', path: 'invite/credentials', module: credentials },
  { id: 'routes/invite.receipt', path: 'invite/receipt', module: receipt },
  { id: 'routes/invite.request', path: 'invite/request', module: request },
  { id: 'routes/invite.step1', path: 'invite/step1', module: step1 },
  ...INVITED_SHARED_ROUTES,
  { id: 'routes/duplicate', path: 'duplicate', module: duplicate },
];

/** The invited co-parent's routes on an application of their own. */
export function serveInvited(trouble?: (backend: Services['backend']) => Trouble) {
  return serveRoutes(INVITED_ROUTES, trouble);
}
