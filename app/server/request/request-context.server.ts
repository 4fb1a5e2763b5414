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
import type { PostedStep } from './posted-step';
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
  readonly services: Services;
  readonly session: Session<SessionState>;
  /** Whose journey the address belongs to. */
  readonly journey: Journey;
  readonly language: Language;
  readonly t: Translate;
  /** What the page around the route shows. A route that shows errors says so in its data (`ScreenData.hasErrors`). */
  readonly page: Page;
  /** Headers to add to the answer, whatever it is. */
  readonly headers: Headers;
  /**
   * Lets a provider into this answer's page: its Content-Security-Policy, and its popups.
   *
   * @returns the nonce that a stylesheet of the provider's has to bear
   */
  allowProvider(sources: PageSources): string;
  /** Who opened the link in their receipt mail, in this browser, within the hour. */
  readonly returning: ReturnLink | undefined;
  /** Keeps such a link in a sealed cookie; undefined forgets it. */
  keepReturnLink(link: ReturnLink | undefined): Promise<void>;
  /** The invite that was opened in this browser. */
  readonly invite: InviteLink | undefined;
  /** Keeps an invite in a sealed cookie; undefined forgets it. */
  keepInvite(invite: InviteLink | undefined): Promise<void>;
  /** The request bore a cookie at all. */
  readonly hasCookies: boolean;
  /** Whom a limit counts, as the proxies we trust tell it. */
  readonly clientAddress: string;
  /** The origin this request came to, for addresses outside of the base path. */
  readonly origin: string;
  /** Runs a task once the answer has been sent whole, and not when the visitor went away in between. */
  afterSent(task: () => Promise<void>): void;
  /** The step whose form this request posts, told by its guard. */
  readonly posted: PostedStep;
  /** A random id of this browser; tells nothing about the person. For what we count ourselves, such as limits. */
  readonly visitorId: string;
  /** The same, for whoever else hears of it; null where the browser asks not to be followed (GPC, DNT). */
  readonly anonymousId: string | null;
  readonly experiments: Experiments;
  /** Tells analytics, with the id of this browser; of one that asks not to be followed nothing is told. Never throws, never waits. */
  report(event: AnalyticsInput): void;
  readonly log: Logger;
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
