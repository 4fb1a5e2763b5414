import type { Request } from 'express';
import { BASE_PATH } from '~/domain/base-path';
import type { Cookies } from '~/server/session/cookies.server';

/** From the billing address to the receipt, in either parent's journey. */
const CHECKOUT = new RegExp(`^${BASE_PATH}(/invite)?/(payment|billing-info|credentials|receipt)(/|$)`);

/** Where somebody is in a sign-up, as far as it is known before anything is read from the store. */
export type Standing = 'new' | 'begun' | 'paying';

/** @param cookies those that are signed: whoever has one was given it for something they did */
export function createStanding({ session, returnLink }: Pick<Cookies, 'session' | 'returnLink'>) {
  async function standingOf(req: Request): Promise<Standing> {
    const header = req.headers.cookie ?? null;
    const hasBegun = (await session.parse(header)) !== null || (await returnLink.parse(header)) !== null;
    if (!hasBegun) return 'new';
    return CHECKOUT.test(req.path) ? 'paying' : 'begun';
  }

  return {
    standingOf,
    /** Whether there is a session's cookie at all: cheap, and anybody can make one up. */
    mayHaveBegun: (req: Request) => req.headers.cookie?.includes(`${session.name}=`) ?? false,
  };
}
