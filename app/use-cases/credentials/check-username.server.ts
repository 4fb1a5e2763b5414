import { safe } from '@orpc/client';
import { findBrokenUsernameRule } from '~/domain/username-rules';
import { findCredentialsHolder } from './credentials-holder.server';
import { findInviteLink } from '~/use-cases/invited/open-invite.server';
import { requireInvitedStep } from '~/use-cases/invited/invited-guard.server';
import { checkRateLimit } from '~/use-cases/step/check-rate-limit.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Answers with `{available, meetsRequirements}` (docs/rules.md, "Username"); 403 outside the credentials step, 429 over the limit, 502 without
 * a backend. On an error the script stays silent and the form reports it.
 */
export async function checkUsername(request: Request, context: RequestContext): Promise<Response> {
  const token = await findCredentialsToken(context);
  if (token === undefined) return Response.json({}, { status: 403 });
  const username = String((await request.formData()).get('username') ?? '').trim();
  if (findBrokenUsernameRule(username)) return Response.json({ available: false, meetsRequirements: false });
  if (!(await checkRateLimit(context, 'usernameCheck', { uniqueKey: username })))
    return Response.json({}, { status: 429 });
  const { services, log } = context;
  const { error, data, isDefined } = await safe(
    services.backend.credentials.usernameAvailability({
      headers: { authorization: `Bearer ${token}` },
      body: { username },
    }),
  );
  if (!error) return Response.json(data);
  if (!isDefined) log.error({ err: error }, 'the availability of a username could not be checked');
  return Response.json({}, { status: isDefined ? 403 : 502 });
}

/** Runs the guards of both credentials pages. */
async function findCredentialsToken(context: RequestContext): Promise<string | undefined> {
  const holder = await findCredentialsHolder(context);
  if (holder === 'used') return undefined;
  if (holder) return holder.chosen?.signedIn ? undefined : holder.token;
  const link = findInviteLink(context);
  if (!link) return undefined;
  try {
    const { state } = await requireInvitedStep(context, 'credentials');
    return state.credentials ? undefined : link.token;
  } catch (thrown) {
    if (thrown instanceof Response) return undefined;
    throw thrown;
  }
}
