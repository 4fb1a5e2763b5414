import * as alacarte from '../../app/routes/alacarte';
import * as credentials from '../../app/routes/credentials';
import * as receipt from '../../app/routes/receipt';
import * as signup from '../../app/routes/signup';
import * as step1 from '../../app/routes/step1';
import * as step2 from '../../app/routes/step2';
import * as step3 from '../../app/routes/step3';
import { checkoutAt } from './checkout-routes';
import { INVITED_ROUTES } from './invited-app';
import { PROFESSIONAL_ROUTES } from './professional-app';
import type { RouteUnderTest } from './serve-routes';

/** The routes of all three journeys, as vite.config.ts mounts them. */
export const JOURNEY_ROUTES: RouteUnderTest[] = [
  { id: 'routes/signup', path: 'signup', module: signup },
  { id: 'routes/step1', path: 'step1', module: step1 },
  { id: 'routes/step2', path: 'step2', module: step2 },
  { id: 'routes/step3', path: 'step3', module: step3 },
  { id: 'routes/alacarte', path: 'alacarte', module: alacarte },
  ...checkoutAt('payment'),
  { id: 'routes/credentials', path: 'credentials', module: credentials },
  { id: 'routes/receipt', path: 'receipt', module: receipt },
  ...INVITED_ROUTES,
  ...PROFESSIONAL_ROUTES,
];
