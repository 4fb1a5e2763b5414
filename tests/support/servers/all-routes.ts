import * as alacarte from '~/routes/alacarte/route';
import * as credentials from '~/routes/credentials/route';
import * as receipt from '~/routes/receipt/route';
import * as signedUp from '~/routes/signed-up';
import * as signup from '~/routes/signup';
import * as statistics from '~/routes/statistics';
import * as step1 from '~/routes/step1';
import * as step2 from '~/routes/step2/route';
import * as step3 from '~/routes/step3/route';
import { INVITED_ROUTES } from './invited-app';
import { PROFESSIONAL_ROUTES } from './professional-app';
import type { RouteUnderTest } from './serve-routes';
import { PARENT_CHECKOUT_ROUTES } from './shared-routes';

/** The routes of all three journeys. */
export const JOURNEY_ROUTES: RouteUnderTest[] = [
  { id: 'routes/signup', path: 'signup', module: signup },
  { id: 'routes/statistics', path: 'statistics', module: statistics },
  { id: 'routes/step1', path: 'step1', module: step1 },
  { id: 'routes/step2', path: 'step2', module: step2 },
  { id: 'routes/step3', path: 'step3', module: step3 },
  { id: 'routes/alacarte', path: 'alacarte', module: alacarte },
  ...PARENT_CHECKOUT_ROUTES,
  { id: 'routes/credentials', path: 'credentials', module: credentials },
  { id: 'routes/receipt', path: 'receipt', module: receipt },
  { id: 'routes/signed-up', path: 'signed-up', module: signedUp },
  ...INVITED_ROUTES,
  ...PROFESSIONAL_ROUTES,
];
