import type { Page } from '~/components/page/page-context';

/** The heaviest screens, by their path below the base path. */
export const SCREENS = ['step1', 'payment/billing', 'payment/method', 'payment/review'] as const;
export type ScreenName = (typeof SCREENS)[number];

/** The input of one rendered page. */
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

/** A form with an error gets the page again, an accepted one a redirect. */
export type Answer = 'page' | 'mistake' | 'accepted';

export interface RecordedScreen {
  name: ScreenName;
  page: Rendered;
  mistake: { status: number; rendered: Rendered };
  /** Null if an accepted form cannot be sent repeatedly. */
  accepted: { location: string } | null;
}

/** Selects the recorded response of a comparison; our server ignores it. */
export const ANSWER_HEADER = 'x-bench-answer';
