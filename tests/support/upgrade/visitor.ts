import type { PlainBrowser } from '~tests/browser/plain-browser';
import type { RunningServer } from '~tests/servers/server-under-test';
import type { LeftVisitor, Site } from './left-store';

/** The site of the old build, while visitors walk to where it leaves them. */
export interface Leaving {
  site: Site;
  browser: PlainBrowser;
  /** Opens another browser, such as the inviter's. */
  openBrowser(): PlainBrowser;
  /** Finds a link in a mail to this address, below the base path. */
  findLink(email: string, path: '/credentials' | '/invite'): Promise<string>;
}

/** The site of the new build, when visitors return. */
export interface ComingBack {
  site: Site;
  server: RunningServer;
  /** The browser with their cookies. */
  browser: PlainBrowser;
  openBrowser(): PlainBrowser;
  left: LeftVisitor;
  /** Finds a link in a mail of the new build, below the base path. */
  findLink(email: string, path: '/credentials' | '/invite'): Promise<string>;
}

/** One kind of visitor: how the old build leaves them, and how the new one finishes with them. */
export interface Visitor {
  /** Their last action, and what must be possible next. */
  was: string;
  next: string;
  acceptLanguage?: 'es-MX' | 'en-GB';
  /** Does not depend on the kind of database; it would only enlarge the other fixture. */
  isOnSqliteOnly?: true;
  /** The recipient of the unsent mail that `comesBack` waits for. Other mails are dropped. */
  awaitsMailTo?: string;
  /** The old build counts its limits for this one. */
  isLimited?: true;
  walks(leaving: Leaving): Promise<Pick<LeftVisitor, 'link' | 'form'> | void>;
  /** Paths whose form values the new build must show again. */
  keeps?: readonly string[];
  /** Makes the payment of the last minute before the server is killed; may fail. */
  pays?(leaving: Leaving): Promise<unknown>;
  /** Presses Pay now and is cut off by the kill once the provider has the money. */
  isCutOff?: true;
  comesBack(back: ComingBack): Promise<void>;
}
