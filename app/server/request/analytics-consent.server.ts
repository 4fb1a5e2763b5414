import type { Request } from 'express';
import type { Cookies } from '~/server/session/cookies.server';
import type { ConsentAnswer } from '~/server/session/cookie-schemas';

/** `refused-by-browser` counts as a no, and `not-needed` as a yes. In both cases the page does not ask. */
type Status = 'refused-by-browser' | 'not-needed' | 'unanswered' | ConsentAnswer;

/** Whether analytics may track this browser (docs/rules.md, "Consent to analytics"). */
export interface AnalyticsConsent {
  readonly status: Status;
  readonly isGiven: boolean;
  /** Stores the visitor's choice, for the following requests. */
  give(answer: ConsentAnswer): Promise<void>;
  /** Deletes the choice, because another person continues in this browser and must choose again. */
  forget(): Promise<void>;
}

interface ConsentOptions {
  req: Pick<Request, 'headers'>;
  setCookies: (written: string[]) => void;
  cookies: Pick<Cookies, 'analyticsConsent'>;
  /** Without consent nothing is reported: `ANALYTICS_CONSENT=required`. */
  isNeeded: boolean;
}

export async function openAnalyticsConsent({
  req,
  setCookies,
  cookies,
  isNeeded,
}: ConsentOptions): Promise<AnalyticsConsent> {
  const cookie = cookies.analyticsConsent;
  const status = await read();
  return {
    status,
    isGiven: status === 'yes' || status === 'not-needed',
    give: async (answer) => setCookies(await cookie.write(answer)),
    forget: async () => setCookies(await cookie.expire()),
  };

  async function read(): Promise<Status> {
    if (optsOutOfTracking(req)) return 'refused-by-browser';
    if (!isNeeded) return 'not-needed';
    return (await cookie.parse(req.headers.cookie ?? null)) ?? 'unanswered';
  }
}

/** Global Privacy Control, section 3.2; Tracking Preference Expression, section 5. */
function optsOutOfTracking({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1';
}
