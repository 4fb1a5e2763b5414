import type { PlainBrowser } from '~tests/browser/plain-browser';
import type { RunningServer } from '~tests/servers/server-under-test';
import type { LeftVisitor, Site } from './left-store';

/** The site of the old build, on which visitors walk to a last page. */
export interface Leaving {
  site: Site;
  browser: PlainBrowser;
  /** Opens another browser, such as the inviter's. */
  openBrowser(): PlainBrowser;
  /** Finds a link in a mail to this address, without the base path. */
  findLink(email: string, path: '/credentials' | '/invite'): Promise<string>;
}

/** The site of the new build, to which visitors return. */
export interface ComingBack {
  site: Site;
  server: RunningServer;
  /** The browser with the visitor's cookies. */
  browser: PlainBrowser;
  openBrowser(): PlainBrowser;
  left: LeftVisitor;
  /** Finds a link in a mail of the new build, without the base path. */
  findLink(email: string, path: '/credentials' | '/invite'): Promise<string>;
}

/** A kind of visitor, with the walk on the old build and the rest of the journey on the new one. */
export interface Visitor {
  /** The visitor's last action. */
  was: string;
  /** The expected continuation. */
  next: string;
  acceptLanguage?: 'es-MX' | 'en-GB';
  /** Left out of the Postgres fixture, because the result does not depend on the database. */
  isOnSqliteOnly?: true;
  /** The recipient of the unsent mail that `comesBack` waits for. The fixture contains no other mails. */
  awaitsMailTo?: string;
  /** Walks on the old build with rate limits on. */
  isLimited?: true;
  walks(leaving: Leaving): Promise<Pick<LeftVisitor, 'link' | 'form'> | void>;
  /** Paths whose form values the new build must show again. */
  keeps?: readonly string[];
  /** Pays in the last minute before the server is killed. May fail. */
  pays?(leaving: Leaving): Promise<unknown>;
  /** Presses Pay now, and the kill cuts the connection once the provider has charged. */
  isCutOff?: true;
  comesBack(back: ComingBack): Promise<void>;
}
