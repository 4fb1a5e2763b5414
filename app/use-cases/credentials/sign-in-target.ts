/** The main product's pages in the settings: paths of this host, or URLs. */
export interface MainProduct {
  publicUrl: string;
  urls: { home: string; appHome: string; logIn: string };
}

/**
 * The page to redirect to after signing in. A path without a host belongs to the main product's host.
 *
 * @param answer `target` as the backend returned it
 * @returns a path of this host, or a URL. Undefined if the target means that the sign-in failed: it is not a web page, or is the login form
 * or the root (unless the root is the product itself and a token was returned)
 */
export function findSignInTarget(
  site: MainProduct,
  { target, hasToken }: { target: string | null; hasToken: boolean },
): string | undefined {
  const appHome = addressOf(site, site.urls.appHome);
  if (!target || !URL.canParse(target, appHome)) return undefined;
  const url = new URL(target, appHome);
  const isProduct = isSamePage(url, appHome) && hasToken;
  const isFailure = url.pathname === addressOf(site, site.urls.logIn).pathname || (url.pathname === '/' && !isProduct);
  if (!/^https?:$/.test(url.protocol) || isFailure) return undefined;
  return url.origin === new URL(site.publicUrl).origin ? url.pathname + url.search + url.hash : url.href;
}

/** Whether it is a general start page, so that a saved redirect address is more specific. */
export function isHome(site: MainProduct, target: string): boolean {
  const { home, appHome } = site.urls;
  return [home, appHome].some((page) => isSamePage(addressOf(site, page), addressOf(site, target)));
}

function addressOf({ publicUrl }: MainProduct, page: string): URL {
  return new URL(page, publicUrl);
}

function isSamePage(one: URL, other: URL): boolean {
  return one.origin === other.origin && one.pathname === other.pathname;
}
