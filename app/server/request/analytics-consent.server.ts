import type { Request } from 'express';
import type { Cookies } from '~/server/session/cookies.server';
import type { ConsentAnswer } from '~/server/session/cookie-schemas';

/** `refused-by-browser` is a no that nobody is asked about; `not-needed` is a yes that nobody is asked for. */
type Status = 'refused-by-browser' | 'not-needed' | 'unanswered' | ConsentAnswer;

/** Whether analytics may hear of this browser (docs/rules.md, "Consent to analytics"). */
export interface AnalyticsConsent {
  readonly status: Status;
  readonly isGiven: boolean;
  /** Keeps an answer, from the next request on. */
  give(answer: ConsentAnswer): Promise<void>;
  /** Somebody else goes on in this browser, who is asked anew. */
  forget(): Promise<void>;
}

interface ConsentOptions {
  req: Pick<Request, 'headers'>;
  /** Adds `Set-Cookie` headers to the response. */
  setCookies: (written: string[]) => void;
  cookies: Pick<Cookies, 'analyticsConsent'>;
  /** Without a yes nothing is told: `ANALYTICS_CONSENT=required`. */
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
    if (asksNotToBeFollowed(req)) return 'refused-by-browser';
    if (!isNeeded) return 'not-needed';
    return (await cookie.parse(req.headers.cookie ?? null)) ?? 'unanswered';
  }
}

/** Global Privacy Control, section 3.2; Tracking Preference Expression, section 5. */
function asksNotToBeFollowed({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1';
}
