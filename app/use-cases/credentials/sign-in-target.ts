/** The main product's pages in the settings: paths of this host, or URLs. */
export interface MainProduct {
  publicUrl: string;
  urls: { home: string; appHome: string; proCases: string; logIn: string };
}

/**
 * The page to redirect to after signing in. A path without a host belongs to the main product's host.
 *
 * @param answer `target` as the backend returned it
 * @returns a path of this host, or a URL. Undefined if the target means that the sign-in failed: it is not a web page, or is the login form
 * or the root (unless that page is the product itself and a token was returned)
 */
export function findSignInTarget(
  site: MainProduct,
  { target, hasToken }: { target: string | null; hasToken: boolean },
): string | undefined {
  const { appHome, proCases, logIn } = site.urls;
  if (!target || !URL.canParse(target, addressOf(site, appHome))) return undefined;
  const product = [appHome, proCases].map((page) => findPage(site, target, page)).find(Boolean);
  const url = (hasToken && product) || new URL(target, addressOf(site, appHome));
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const isFailure = findPage(site, target, logIn) !== undefined || isSamePage(url, new URL('/', url));
  if (isFailure && url !== product) return undefined;
  return url.origin === new URL(site.publicUrl).origin ? url.pathname + url.search + url.hash : url.href;
}

/** Whether it is a general start page, so that a saved redirect address is more specific. */
export function isHome(site: MainProduct, target: string): boolean {
  const { home, appHome } = site.urls;
  return [home, appHome].some((page) => isSamePage(addressOf(site, target), addressOf(site, page)));
}

function addressOf({ publicUrl }: MainProduct, page: string): URL {
  return new URL(page, publicUrl);
}

/** The address of `target` if it is `page`. A target without a host belongs to the page's host. */
function findPage(site: MainProduct, target: string, page: string): URL | undefined {
  const address = addressOf(site, page);
  const url = new URL(target, address);
  return isSamePage(url, address) ? url : undefined;
}

/** Whether it is the page, perhaps with more parameters, or with a fragment that is not a route of a single-page application. */
function isSamePage(url: URL, page: URL): boolean {
  const isSameAddress = url.origin === page.origin && url.pathname === page.pathname;
  const hasParameters = [...page.searchParams].every(([name, value]) => url.searchParams.has(name, value));
  return isSameAddress && hasParameters && routeOf(url) === routeOf(page);
}

/** The route of a single-page application: `calendar` in `#/calendar?day=2` and `#!/calendar`. Empty in other fragments. */
function routeOf({ hash }: URL): string {
  return /^#!?\/([^?]*)/.exec(hash)?.[1] ?? '';
}
