import type { Submission } from '@conform-to/react';
import { safe } from '@orpc/client';
import { findUsername } from '~/forms/credentials';
import { checkRateLimit, tooManyTries } from '~/use-cases/step/check-rate-limit.server';
import { formError } from '~/use-cases/step/form-response.server';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';
import type { CredentialsError } from './set-credentials.server';

interface Judgement {
  refused?: CredentialsError;
  isAvailable?: true;
  /** Nobody knows. The call that sets the username tells the rest. */
  error?: Error;
}

/**
 * Asks whether the username of a form can be had, whatever else is wrong with the form: who is told of a wrong password first would type every
 * secret again only to learn that the name is taken.
 *
 * @param token the credentials or invite token
 * @returns nothing for a name that breaks a rule, as the form's schema tells of it
 */
export async function judgeUsername(context: RequestContext, token: string, form: FormData): Promise<Judgement> {
  const username = findUsername(form);
  if (username === undefined) return {};
  // The answer reveals whether a username is taken, so it is limited too.
  if (!(await checkRateLimit(context, 'usernameCheck', { uniqueKey: username })))
    return { refused: tooManyTries(context) };
  const { credentials } = context.services.backend;
  const { error, data } = await safe(
    credentials.usernameAvailability({ headers: { authorization: `Bearer ${token}` }, body: { username } }),
  );
  if (error) return { error };
  if (!data.meetsRequirements) return { refused: { fieldErrors: { username: [REQUIREMENTS] } } };
  return data.available ? { isAvailable: true } : { refused: { fieldErrors: { username: [UNAVAILABLE] } } };
}

const REQUIREMENTS = 'errors:validUsernameRequirement_error';
const UNAVAILABLE = 'errors:usernameUnavailable';

/** Answers the Check button: 422 with what is wrong with the name, 200 where it can be had. Everything typed stays, but for secrets. */
export async function respondToCheck(
  context: RequestContext,
  token: string,
  { form, submission }: { form: FormData; submission: Submission<unknown> },
) {
  const broken = submission.status === 'success' ? undefined : submission.error?.username;
  const { refused, isAvailable, error } = await judgeUsername(context, token, form);
  if (error) logFailedCall(context, error, 'the availability of a username could not be checked');
  return formError(context, form, submission, {
    ...refused,
    ...(broken && { fieldErrors: { username: broken } }),
    ...(error && { formErrors: ['parent:credentials.notChecked'], status: 502 }),
    quiet: true,
    extra: { availableUsername: isAvailable && findUsername(form) },
  });
}
