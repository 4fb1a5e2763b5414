import { safe } from '@orpc/client';
import type { SetByLink } from '~/domain/mailed-links';
import type { Credentials } from '~/steps/credentials';
import type { ChosenCredentials } from '~/journeys/join-state';
import { logFailedCall } from '~/use-cases/step/refuse.server';
import { toHarmlessAddress } from '~/lib/redirect-address';
import { findSignInTarget, isHome } from './sign-in-target';
import type { RequestContext } from '~/server/request/request-context.server';

type Account = Required<Pick<ChosenCredentials, 'nextUrl'>> & Pick<ChosenCredentials, 'signedIn' | 'auth'>;

export type SignInOutcome = { outcome: 'signed-in'; account: Account } | { outcome: 'failed'; message: string };

/** Signs in, and hands the sign-in over to the main product (docs/rules.md, "Sign-in"). */
export async function signIn(context: RequestContext, { username, password }: Credentials): Promise<SignInOutcome> {
  const { error, data } = await safe(
    context.services.backend.sessions.create({
      headers: { 'accept-language': context.language },
      body: { username, password, submit: 'Sign In', _eventId: 'submit' },
    }),
  );
  if (error) {
    logFailedCall(context, error, 'failed to sign in');
    return failed('common:errors.generic');
  }
  const { auth: token, userId } = data;
  const nextUrl = findSignInTarget(context.services, {
    target: data.url ?? data.redirectUrl,
    hasToken: token !== null,
  });
  if (nextUrl === undefined) return failed('parent:credentials.loginError');
  const isHandedOver = token !== null && context.signIn.handOver({ token, userId });
  if (!isHandedOver) context.signIn.takeBack();
  return { outcome: 'signed-in', account: { signedIn: true, nextUrl, auth: isHandedOver ? token : undefined } };

  function failed(message: string): SignInOutcome {
    context.signIn.takeBack();
    return { outcome: 'failed', message };
  }
}

/**
 * The receipt's link. Opens the product for a visitor who is signed in there, otherwise the login form.
 *
 * @param account undefined if the credentials were set in another browser
 */
export function findWayOn(
  context: RequestContext,
  account: Pick<ChosenCredentials, 'nextUrl' | 'auth'> | undefined,
): { href: string; isSignedIn: boolean } {
  const { nextUrl, auth } = account ?? {};
  if (nextUrl === undefined || !context.signIn.isHandedOver(auth))
    return { href: context.services.urls.logIn, isSignedIn: false };
  const { redirectUrl } = context.session.state ?? context.session.fresh;
  return { href: wayOnFrom(context, nextUrl, redirectUrl), isSignedIn: true };
}

/** Browsers drop a cookie of more than 4,096 bytes. Sealing and encoding nearly double the size of a mailed link's. */
const MAX_WAY_ON = 1000;

/** As `findWayOn`, for the confirmation of a mailed link, whose cookie keeps it. */
export function wayOnFromLink(
  context: RequestContext,
  signedIn: SignInOutcome,
  isProfessional: boolean,
): Pick<SetByLink, 'wayOn' | 'isSignedIn'> {
  const { appHome, logIn, proCases } = context.page.links;
  const { nextUrl, auth } = signedIn.outcome === 'signed-in' ? signedIn.account : {};
  // A professional's cases may be on a host without the cookies.
  const isSignedIn =
    nextUrl !== undefined && auth !== undefined && (!isProfessional || context.signIn.reaches(nextUrl));
  // A professional logs in on the page that lists their cases.
  const unsigned = isProfessional ? proCases : logIn;
  const wayOn = isSignedIn ? wayOnFrom(context, nextUrl, context.returnLink?.visitLink?.redirectUrl) : unsigned;
  return { wayOn: wayOn.length > MAX_WAY_ON ? appHome : wayOn, isSignedIn };
}

/** The saved redirect address only replaces a home page. @param nextUrl the backend's redirect */
function wayOnFrom(
  { services }: Pick<RequestContext, 'services'>,
  nextUrl: string,
  redirectUrl: string | undefined,
): string {
  const saved = redirectUrl === undefined ? undefined : toHarmlessAddress(redirectUrl, services.redirectOrigins);
  return saved !== undefined && isHome(services, nextUrl) ? saved : nextUrl;
}
