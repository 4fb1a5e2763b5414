import { ORPCError } from '@orpc/client';
import { redirect } from '@remix-run/node';
import { withTimeout } from '~/lib/with-timeout';
import type { JoinState } from '~/journeys/join-state';
import { restartSignUp } from '~/use-cases/step/restart.server';
import { registrationHeaders } from '~/use-cases/step/update-registration.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** Nobody waits longer than this for a notice. */
const LIMIT_MS = 1_500;

/**
 * The coupon that waits for parent A (docs/rules.md, "Discount link").
 *
 * @throws Response a redirect to the first step where the backend refuses the registration
 * @returns its description; null without one, without a discount link, and where the backend does not tell in time
 */
export async function findCouponOffer(context: RequestContext, state: JoinState): Promise<string | null> {
  const { registration, discount } = state;
  if (!registration || !discount) return null;
  const { registrations } = context.services.backend;
  try {
    const { coupons } = await withTimeout(LIMIT_MS, (signal) =>
      registrations.coupons(
        {
          params: { signupId: registration.signupId },
          headers: registrationHeaders(context, { registration, discount }),
        },
        { signal },
      ),
    );
    return coupons.find(({ description }) => description !== null)?.description ?? null;
  } catch (error) {
    // A 404 may also be a backend without this call; the next call tells then.
    if (error instanceof ORPCError && error.code === 'FORBIDDEN')
      throw redirect(await restartSignUp(context, state), 303);
    context.log.warn({ err: error }, 'the coupons of a registration could not be read');
    return null;
  }
}
