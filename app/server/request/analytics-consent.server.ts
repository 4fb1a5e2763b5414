import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Cookies } from '~/server/session/cookies.server';

type ConsentAnswer = 'yes' | 'no';

/** `refused-by-browser` counts as a no, and `not-needed` as a yes. In both cases the page does not ask. */
type Status = 'refused-by-browser' | 'not-needed' | 'unanswered' | ConsentAnswer;

/** Whether analytics may track this browser (docs/rules.md, "Consent to analytics"). */
export interface AnalyticsConsent {
  readonly status: Status;
  readonly isGiven: boolean;
  /** Identifies this browser in analytics; null without consent. */
  readonly anonymousId: string | null;
  /** Stores the visitor's choice, for the following requests. */
  give(answer: ConsentAnswer): Promise<void>;
  /** Deletes the choice and the id, because another person continues in this browser and must choose again. */
  forget(): Promise<void>;
}

interface ConsentOptions {
  req: Pick<Request, 'headers'>;
  setCookies: (written: string[]) => void;
  cookies: Pick<Cookies, 'analyticsConsent'>;
  visitorId: string;
  /** Without consent nothing is reported: `ANALYTICS_CONSENT=required`. */
  isNeeded: boolean;
}

export async function openAnalyticsConsent({
  req,
  setCookies,
  cookies,
  visitorId,
  isNeeded,
}: ConsentOptions): Promise<AnalyticsConsent> {
  const cookie = cookies.analyticsConsent;
  const [stored, id = visitorId] = (await cookie.parse(req.headers.cookie ?? null))?.split(' ') ?? [];
  const status = statusNow();
  const isGiven = status === 'yes' || status === 'not-needed';
  const withNewId = (word: string) => `${word} ${randomBytes(16).toString('base64url')}`;
  return {
    status,
    isGiven,
    anonymousId: isGiven ? id : null,
    async give(answer) {
      // A repeated yes keeps the id.
      const yes = status === 'yes' ? `yes ${id}` : withNewId('yes');
      setCookies(await cookie.write(answer === 'yes' ? yes : answer));
    },
    forget: async () => setCookies(await (status === 'not-needed' ? cookie.write(withNewId('off')) : cookie.expire())),
  };

  function statusNow(): Status {
    if (optsOutOfTracking(req)) return 'refused-by-browser';
    if (!isNeeded) return 'not-needed';
    return stored === 'yes' || stored === 'no' ? stored : 'unanswered';
  }
}

/** Global Privacy Control, section 3.2; Tracking Preference Expression, section 5. */
function optsOutOfTracking({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1';
}
