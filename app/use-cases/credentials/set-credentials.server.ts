import { safe } from '@orpc/client';
import { isRefusal, readRefusal } from '~/backend/refusal';
import { cleanLine } from '~/domain/typed-text';
import type { ChosenCredentials } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { CREDENTIALS, findUsername, type Credentials } from '~/steps/credentials';
import { isLanguageSwitch, sendsAnswers } from '~/steps/intents';
import { parsePosted } from '~/steps/section';
import {
  countAttempt,
  logFailedCall,
  namesShownBefore,
  StepRefused,
  tooManyTries,
  type Refusal,
} from '~/use-cases/step/refuse.server';

export interface CredentialsError extends Refusal {
  /** The backend rejected the token: it is used up, expired or unknown. */
  isTokenGone?: boolean;
  /** The backend's error, if the e-mail has got an account since. */
  duplicate?: Error;
}

/** A page that shows it may have set the credentials. */
export const FAILED = 'parent:credentials.failed';

/** @param token the credentials token @returns undefined on success */
export async function setCredentials(
  context: RequestContext,
  token: string,
  { username, password }: Credentials,
): Promise<CredentialsError | undefined> {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': context.language };
  const { error } = await safe(context.services.backend.credentials.set({ headers, body: { username, password } }));
  if (!error) return undefined;
  const refusal = readRefusal(error);
  if (refusal.kind === 'invalid') return { formErrors: refusal.texts };
  logFailedCall(context, error, 'failed to set credentials');
  return {
    isTokenGone: refusal.kind === 'gone',
    ...(refusal.kind === 'duplicate' && { duplicate: error }),
    formErrors: [FAILED],
    status: isRefusal(error) ? 422 : 502,
  };
}

/**
 * The e-mail of a paid order has another account. The duplicate page would replace the order, so the form says how to go on (docs/rules.md,
 * "Parent duplicate").
 */
export function refuseAfterPayment(): StepRefused {
  return new StepRefused({ status: 422, shown: DUPLICATE_SHOWN });
}

const DUPLICATE_SHOWN = { isDuplicate: true, hasErrors: true };

/** In the hidden field `shown` of a form whose page explains that. It names no field, and has no error text. */
export const DUPLICATE = 'duplicate';

/** A language switch keeps the explanation. */
export function duplicateShownBefore(form: FormData): Partial<typeof DUPLICATE_SHOWN> {
  return isLanguageSwitch(form) && namesShownBefore(form).includes(DUPLICATE) ? DUPLICATE_SHOWN : {};
}

/**
 * Whether a form sent with a used link may repeat the press that used it: a double click, or a press after a lost response. The backend
 * accepts it if username and password are the stored ones. Counts it, because that reveals whether a guessed password is right.
 */
export async function mayBeRepeated(context: RequestContext, form: FormData): Promise<boolean> {
  if (!sendsAnswers(form) || parsePosted(form, CREDENTIALS.schemaFor({ email: '' })).status !== 'success') return false;
  return (await countAttempt(context, 'usernameCheck')) === undefined;
}

/** How long the page that confirms username and password is shown before the receipt follows. */
export const SECONDS_UNTIL_RECEIPT = 5;

/**
 * The path of the page that confirms username and password. It redirects automatically, unless the form asked to stay there (docs/rules.md,
 * "Automatic redirects").
 *
 * @param page such as `/credentials`
 * @param stored the credentials that were set before; the page shows a notice if the form contains others
 */
export function donePath(page: string, form: FormData, stored?: Pick<ChosenCredentials, 'username'>): string {
  const query = new URLSearchParams();
  if (form.has('stay')) query.set('stay', '1');
  const posted = cleanLine(String(form.get('username') ?? ''));
  if (stored && stored.username !== '' && posted !== stored.username) query.set('kept', '1');
  return query.size > 0 ? `${page}?${query.toString()}` : page;
}

/**
 * Checks whether the username of a form is available, even if other fields are wrong. Otherwise a visitor would have to correct the
 * password and retype every secret before the page reports a taken name. Ignores a failed call, because the call that sets the username
 * checks it again. Returns nothing for a name that breaks a rule, because the form's schema reports that.
 *
 * @param token the credentials or invite token
 */
export async function judgeUsername(
  context: RequestContext,
  token: string,
  form: FormData,
): Promise<{ refusal?: Refusal }> {
  const username = findUsername(form);
  // A language switch does not check a name that is still being typed, unless the page already shows its error.
  const isTyped = isLanguageSwitch(form) && !namesShownBefore(form).includes('username');
  if (isTyped || username === undefined) return {};
  // The response reveals whether a username is taken, so it is limited too.
  const wait = await countAttempt(context, 'usernameCheck', { uniqueKey: username });
  if (wait !== undefined) return { refusal: tooManyTries(context, wait) };
  const { credentials } = context.services.backend;
  const { error, data } = await safe(
    credentials.usernameAvailability({ headers: { authorization: `Bearer ${token}` }, body: { username } }),
  );
  if (error || (data.meetsRequirements && data.available)) return {};
  return { refusal: { fieldErrors: { username: [data.meetsRequirements ? UNAVAILABLE : REQUIREMENTS] } } };
}

const REQUIREMENTS = 'errors:validUsernameRequirement_error';
const UNAVAILABLE = 'errors:usernameUnavailable';
