import type { Logger } from 'pino';
import type { Page } from '~/components/page/page-context';
import type { InviteLink } from '~/domain/invite-link';
import type { ReturnLink } from '~/domain/return-link';
import type { Language } from '~/i18n/languages';
import type { Translate } from '~/i18n/translator';
import type { Journey } from '~/journeys/journey';
import type { AnalyticsEvent } from '~/analytics/port';
import type { Experiments } from './experiments.server';
import type { Services } from '~/server/services/services.server';
import type { PageSources } from '~/payments/port';
import type { Session } from '~/server/session/session.server';
import type { SessionState } from '~/server/session/session-state';

/** An event without the browser it is of. */
export type AnalyticsInput = AnalyticsEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'anonymousId'>
    : never
  : never;

/** What a loader or action gets besides the request: made once for each request, before the routes run. */
export interface RequestContext {
  services: Services;
  session: Session<SessionState>;
  /** Whose journey the address belongs to. */
  journey: Journey;
  language: Language;
  t: Translate;
  /** What the page around the route shows; the route may still change it. */
  page: Page;
  /** Headers to add to the answer, whatever it is. */
  headers: Headers;
  /**
   * Lets a provider into this answer's page: its Content-Security-Policy, and its popups.
   *
   * @returns the nonce that a stylesheet of the provider's has to bear
   */
  allowProvider(sources: PageSources): string;
  /** Who opened the link in their receipt mail, in this browser, within the hour. */
  returning: ReturnLink | undefined;
  /** Keeps such a link in a sealed cookie; undefined forgets it. */
  keepReturnLink(link: ReturnLink | undefined): Promise<void>;
  /** The invite that was opened in this browser. */
  invite: InviteLink | undefined;
  /** Keeps an invite in a sealed cookie; undefined forgets it. */
  keepInvite(invite: InviteLink | undefined): Promise<void>;
  /** The request bore a cookie at all. */
  hasCookies: boolean;
  /** Whom a limit counts, as the proxies we trust tell it. */
  clientAddress: string;
  /** The origin this request came to, for addresses outside of the base path. */
  origin: string;
  /** Runs a task once the answer has been sent whole, and not when the visitor went away in between. */
  afterSent(task: () => Promise<void>): void;
  /** Keeps what was posted to a step as a draft, whatever became of it. A page that breaks does so by itself. */
  saveDraft(): void;
  /** The step whose form was taken: it was open, and nobody pressed Back. */
  step: { journey: string; name: string } | undefined;
  /** A random id of this browser; tells nothing about the person. For what we count ourselves, such as limits. */
  visitorId: string;
  /** The same, for whoever else hears of it; null where the browser asks not to be followed (GPC, DNT). */
  anonymousId: string | null;
  experiments: Experiments;
  /** Tells analytics, with the id of this browser; of one that asks not to be followed nothing is told. Never throws, never waits. */
  report(event: AnalyticsInput): void;
  log: Logger;
}

export interface OpenedContext {
  context: RequestContext;
  /** Writes the session and adds its cookie; called once, after the routes, before anything is sent. */
  commit(): Promise<void>;
  /** What to do after the answer was sent whole. */
  sent(): Promise<void>;
}

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }

  // Remix gives its load context this type in every loader and action.
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface AppLoadContext extends RequestContext {}
}
