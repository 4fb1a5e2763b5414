import { Router } from 'express';
import { BASE_PATH } from '~/domain/base-path';

/** Old addresses that now lead to the main product's billing page (docs/rules.md, "Old addresses"). */
const LEGACY_PATHS = [
  '/step1/parentb',
  '/step1/address',
  '/step2/parentb',
  '/alacarte/parentb',
  '/payment/parentb',
  '/receipt/parentb',
  '/securityquestions',
  '/termsandconditions',
] as const;

export function legacyRouter(billingUrl: string): Router {
  const router = Router();
  for (const path of LEGACY_PATHS) router.get(`${BASE_PATH}${path}`, (_req, res) => res.redirect(302, billingUrl));
  return router;
}
