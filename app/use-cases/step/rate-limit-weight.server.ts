import { HONEYPOT } from '~/forms/control-fields';
import type { RequestContext } from '~/server/request/request-context.server';

const SUSPICIOUS = 5;

/** A filled honeypot makes a form count more for its browser, but never refuses it: a browser's autofill may have filled it. */
export function rateLimitWeight({ log }: Pick<RequestContext, 'log'>, form: FormData): number {
  if ((form.get(HONEYPOT) ?? '') === '') return 1;
  log.warn({ event: 'honeypot' }, 'the honeypot field was filled');
  return SUSPICIOUS;
}
