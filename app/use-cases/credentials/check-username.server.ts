import { safe } from '@orpc/client';
import { findBrokenUsernameRule } from '~/domain/username-rules';
import { cleanLine } from '~/domain/typed-text';
import { findCredentialsHolder } from './credentials-holder.server';
import { findInviteLink } from '~/use-cases/invited/open-invite.server';
import { INVITED } from '~/journeys/invited';
import { requireInvitedState } from '~/use-cases/invited/invited-state.server';
import { countAttempt } from '~/use-cases/step/refuse.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Responds with `{available, meetsRequirements}` (docs/rules.md, "Username"); 403 outside the credentials step, 429 over the limit, 502
 * without a backend. On an error, the script shows no message, and the form reports it when it is sent.
 */
export async function checkUsername(request: Request, context: RequestContext): Promise<Response> {
  const { services, log } = context;
  const { error: failure, data: token } = await safe(findCredentialsToken(context));
  if (failure) {
    log.error({ err: failure }, 'failed to open the credentials page for a username');
    return Response.json({}, { status: 502 });
  }
  if (token === undefined) return Response.json({}, { status: 403 });
  const username = cleanLine(String((await request.formData()).get('username') ?? ''));
  if (findBrokenUsernameRule(username)) return Response.json({ available: false, meetsRequirements: false });
  if ((await countAttempt(context, 'usernameCheck', { uniqueKey: username })) !== undefined)
    return Response.json({}, { status: 429 });
  const { error, data, isDefined } = await safe(
    services.backend.credentials.usernameAvailability({
      headers: { authorization: `Bearer ${token}` },
      body: { username },
    }),
  );
  if (!error) return Response.json(data);
  if (!isDefined) log.error({ err: error }, 'failed to check a username');
  return Response.json({}, { status: isDefined ? 403 : 502 });
}

/** The token of the credentials page that is open in this browser. */
async function findCredentialsToken(context: RequestContext): Promise<string | undefined> {
  const holder = await findCredentialsHolder(context);
  // A link that is used up may remain from before the invite.
  if (holder && !('set' in holder) && !holder.isUsed) return holder.chosen?.signedIn ? undefined : holder.token;
  const link = findInviteLink(context);
  if (!link) return undefined;
  try {
    const { state } = await requireInvitedState(context, 'credentials');
    const isLocked = INVITED.guard('credentials', state) !== null;
    return isLocked || state?.credentials ? undefined : link.token;
  } catch (thrown) {
    if (thrown instanceof Response) return undefined;
    throw thrown;
  }
}
