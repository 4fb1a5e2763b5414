import type { LastReceipt, NoticeName } from '~/journeys/join-state';
import type { Logger } from 'pino';
import type { Page } from '~/components/page/page-context';
import type { ReturnLink, InviteLink } from '~/domain/mailed-links';
import type { Language } from '~/i18n/languages';
import type { Translate } from '~/i18n/translator';
import type { Journey } from '~/journeys/journey';
import type { AnalyticsEvent } from '~/analytics/port';
import type { AnalyticsConsent } from './analytics-consent.server';
import type { Experiments } from './experiments.server';
import type { PageOwnership } from './page-owner.server';
import type { PostedStep } from './posted-step';
import type { ReviewSeals } from './review-seals.server';
import type { Services } from '~/server/services/services.server';
import type { PageSources } from '~/payments/port';
import type { Session } from '~/server/session/session.server';
import type { SignInHandover } from '~/server/session/sign-in-cookies.server';

export type AnalyticsInput = AnalyticsEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'anonymousId'>
    : never
  : never;

export interface RequestContext {
  readonly services: Services;
  readonly session: Session;
  readonly journey: Journey;
  readonly language: Language;
  readonly t: Translate;
  /** A route with form errors sets `ScreenData.hasErrors` instead. */
  readonly page: Page;
  /** Undefined outside the demo, and for visitors who may not see its page (`DEMO_PUBLIC`). */
  readonly demo: Services['demo'];
  readonly headers: Headers;
  /** Adds a payment provider to this page's Content-Security-Policy. @returns the nonce for its stylesheets */
  allowProvider(sources: PageSources): string;
  /** Lets this receipt's forms be redirected to any https site. */
  allowReceiptForms(): void;
  /** Adds the tag manager to this page's Content-Security-Policy. @returns what to load; undefined without a tag manager */
  allowTagManager(): { address: string; nonce: string } | undefined;
  /** Lets this page frame other pages of this site that allow it. */
  allowOwnFrames(): void;
  /**
   * The link mailed after a payment, for an hour after its form was shown in this browser. Undefined if the page acts on the sign-up of a
   * payer in this browser instead.
   */
  readonly returnLink: ReturnLink | undefined;
  /** Stores it in an encrypted cookie; undefined clears it. */
  setReturnLink(link: ReturnLink | undefined): Promise<void>;
  readonly invite: InviteLink | undefined;
  /** An invite was followed in this browser too long ago. Its link still works. */
  readonly isInviteOver: boolean;
  /** The invite of this browser's current or last sign-up, even if its answers have expired. */
  readonly lastInviteId: string | undefined;
  /** The name of this page's notice, if the page's language was just switched. Null without one. */
  readonly repeatedNotice: string | null;
  /** Shows it again on a page of this host. */
  repeatNotice(name: NoticeName, address: string): Promise<void>;
  /** Stores it in an encrypted cookie; undefined clears it. */
  setInvite(invite: InviteLink | undefined): Promise<void>;
  /** Forgets the discount, package and redirect of all links but the invite's, which another person may have followed in this browser. */
  keepOnlyInvitesVisitLink(): Promise<void>;
  /** Hands the sign-in over to the main product. */
  readonly signIn: SignInHandover;
  readonly hasCookies: boolean;
  /**
   * False for HEAD and for a prefetch. No visitor sees the response, so the request commits nothing, reports nothing and runs no later
   * tasks.
   */
  readonly isViewed: boolean;
  /** The client's IP address, as trusted proxies report it. */
  readonly clientAddress: string;
  readonly origin: string;
  /** The origin of the posted page, one of this site's. Undefined if the browser sends none. */
  readonly postedFrom: string | undefined;
  /** Does not run if no visitor sees the page, or the visitor disconnected before it was sent. */
  afterSent(task: () => Promise<void>): void;
  readonly posted: PostedStep;
  /** The posted page belongs to this browser's current or last sign-up (docs/rules.md, "Page ownership"). */
  readonly isOwnPage: boolean;
  /** Leaves the sign-up in this browser for another one, under a new session id. The backend deletes its unpaid registrations. */
  readonly leaveSignUp: PageOwnership['leave'];
  /** The receipt on the current page, if the request switches its language. */
  readonly lastReceipt: LastReceipt | undefined;
  readonly reviewSeals: ReviewSeals;
  /** Only for internal counting, such as rate limits. */
  readonly visitorId: string;
  /** The id for analytics; null if analytics may not track this browser. */
  readonly anonymousId: string | null;
  /** The id that decides experiments and offers. The sign-up keeps the id that it began with. Null selects the default variant. */
  readonly experimentId: string | null;
  readonly analyticsConsent: AnalyticsConsent;
  readonly experiments: Experiments;
  /** Sends an analytics event if analytics may track this browser. Never throws or blocks. */
  report(event: AnalyticsInput): void;
  readonly log: Logger;
  /** The rendered page. Sent as one string, because the body of Remix's `Response` would first become a stream. */
  document?: string;
  /** The page failed because the backend returned no usable response. */
  isBackendSilent?: boolean;
}

export interface OpenedContext {
  context: RequestContext;
  /** Call once, after the routes and before anything is sent. Writes nothing if no visitor sees the response (HEAD, a prefetch). */
  commit(): Promise<void>;
  /** Call once after the response was sent completely. */
  runAfterSent(): Promise<void>;
}

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }

  // Remix types every loader's and action's context by this interface.
  // oxlint-disable-next-line typescript/no-empty-object-type
  interface AppLoadContext extends RequestContext {}
}
