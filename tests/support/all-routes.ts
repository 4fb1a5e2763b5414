import * as alacarte from '../../app/routes/alacarte';
import * as credentials from '../../app/routes/credentials';
import * as payment from '../../app/routes/payment';
import * as paymentIndex from '../../app/routes/payment._index';
import * as billing from '../../app/routes/payment.billing';
import * as method from '../../app/routes/payment.method';
import * as review from '../../app/routes/payment.review';
import * as receipt from '../../app/routes/receipt';
import * as step1 from '../../app/routes/step1';
import * as step2 from '../../app/routes/step2';
import * as step3 from '../../app/routes/step3';
import { INVITED_ROUTES } from './invited-app';
import { PROFESSIONAL_ROUTES } from './professional-app';
import type { RouteUnderTest } from './serve-routes';

/** The routes of all three journeys, as vite.config.ts mounts them. */
export const JOURNEY_ROUTES: RouteUnderTest[] = [
  { id: 'routes/step1', path: 'step1', module: step1 },
  { id: 'routes/step2', path: 'step2', module: step2 },
  { id: 'routes/step3', path: 'step3', module: step3 },
  { id: 'routes/alacarte', path: 'alacarte', module: alacarte },
  { id: 'routes/payment', path: 'payment', module: payment },
  { id: 'routes/payment._index', parentId: 'routes/payment', index: true, module: paymentIndex },
  { id: 'routes/payment.billing', parentId: 'routes/payment', path: 'billing', module: billing },
  { id: 'routes/payment.method', parentId: 'routes/payment', path: 'method', module: method },
  { id: 'routes/payment.review', parentId: 'routes/payment', path: 'review', module: review },
  { id: 'routes/credentials', path: 'credentials', module: credentials },
  { id: 'routes/receipt', path: 'receipt', module: receipt },
  ...INVITED_ROUTES,
  ...PROFESSIONAL_ROUTES,
];
