import { HONEYPOT } from '~/forms/control-fields';
import type { RequestContext } from '~/server/request/request-context.server';

const SUSPICIOUS = 5;

/**
 * How much a form counts for the limits: more where the field is filled that people cannot see. It is a signal and never a verdict: a
 * browser that fills in forms may have done it, and its owner signs up all the same.
 */
export function rateLimitWeight({ log }: Pick<RequestContext, 'log'>, form: FormData): number {
  if ((form.get(HONEYPOT) ?? '') === '') return 1;
  log.warn({ event: 'honeypot' }, 'a field was filled that people cannot see');
  return SUSPICIOUS;
}
