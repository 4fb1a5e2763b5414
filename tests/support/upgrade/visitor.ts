import type { PlainBrowser } from '~tests/browser/plain-browser';
import type { RunningServer } from '~tests/servers/server-under-test';
import type { LeftVisitor, Site } from './left-store';

/** The site of the old build, while visitors are led to where it leaves them. */
export interface Leaving {
  site: Site;
  browser: PlainBrowser;
  /** Another browser, such as that of who invites. */
  openBrowser(): PlainBrowser;
  /** A link in a mail to somebody, below the base path. */
  findLink(email: string, path: '/credentials' | '/invite'): Promise<string>;
}

/** The site of the new build, when they come back. */
export interface ComingBack {
  site: Site;
  server: RunningServer;
  /** Has their cookies. */
  browser: PlainBrowser;
  openBrowser(): PlainBrowser;
  left: LeftVisitor;
  /** A link in a mail that the new build sent, below the base path. */
  findLink(email: string, path: '/credentials' | '/invite'): Promise<string>;
}

/** One kind of visitor: how the old build leaves them, and how the new one finishes with them. */
export interface Visitor {
  /** What they were doing, and what has to be possible next. */
  was: string;
  next: string;
  acceptLanguage?: 'es-MX' | 'en-GB';
  /** What the kind of the database changes nothing about; it would only make the other fixture larger. */
  isOnSqliteOnly?: true;
  /** Whose unsent mail `comesBack` waits for. Other mails are not kept. */
  awaitsMailTo?: string;
  /** The old build counts its limits for this one. */
  isLimited?: true;
  walks(leaving: Leaving): Promise<Pick<LeftVisitor, 'link' | 'form'> | void>;
  /** Paths whose form values the new build has to show again. */
  keeps?: readonly string[];
  /** The payment of the last minute before the server is killed; may end in trouble. */
  pays?(leaving: Leaving): Promise<unknown>;
  /** Presses Pay now and is cut off by the kill once the provider has the money. */
  isCutOff?: true;
  comesBack(back: ComingBack): Promise<void>;
}
