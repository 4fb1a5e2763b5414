import type { Page } from '~/components/page/page-context';

/** The heaviest screens, by their address below the base path. */
export const SCREENS = ['step1', 'payment/billing', 'payment/method', 'payment/review'] as const;
export type ScreenName = (typeof SCREENS)[number];

/** What one page of ours was rendered from. */
export interface Rendered {
  page: Page;
  routing: {
    location: { pathname: string; search: string; hash: string; state: unknown; key: string };
    loaderData: Record<string, unknown>;
    actionData: Record<string, unknown> | null;
    matches: { params: Record<string, string>; pathname: string; pathnameBase: string; routeId: string }[];
  };
  html: string;
}

/** A form with a mistake is answered with the page again, an accepted one with a redirect. */
export type Answer = 'page' | 'mistake' | 'accepted';

export interface RecordedScreen {
  name: ScreenName;
  page: Rendered;
  mistake: { status: number; rendered: Rendered };
  /** Null where a form that is accepted cannot be sent again and again. */
  accepted: { location: string } | null;
}

/** Says which of the recorded answers a comparison is to give; our own server does not read it. */
export const ANSWER_HEADER = 'x-bench-answer';
