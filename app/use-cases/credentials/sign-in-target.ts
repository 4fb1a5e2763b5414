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
 * or the root. With a token, `APP_HOME_URL` or `PRO_CASES_URL` is a success, and so is a route of a single-page application at the root
 */
export function findSignInTarget(
  site: MainProduct,
  { target, hasToken }: { target: string | null; hasToken: boolean },
): string | undefined {
  const { appHome, proCases } = site.urls;
  if (!target || !URL.canParse(target, addressOf(site, appHome))) return undefined;
  const product = [appHome, proCases].map((page) => findPage(site, target, page)).find(Boolean);
  const url = (hasToken && product) || new URL(target, addressOf(site, appHome));
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const isRoot = url.pathname === '/' && !(hasToken && routeOf(url));
  if ((isRoot || isLogIn(site, { target, hasToken })) && url !== product) return undefined;
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

/**
 * Whether it is the login form, perhaps without its parameters, because a backend may return only its path. A `LOGIN_URL` without a host is
 * on each of the product's hosts. One without a route has any, except with a token, which belongs to a page of the product.
 */
function isLogIn(site: MainProduct, { target, hasToken }: { target: string; hasToken: boolean }): boolean {
  const { home, appHome, proCases, logIn } = site.urls;
  const page = addressOf(site, logIn);
  const url = new URL(target, page);
  const hosts = logIn.startsWith('/') ? [logIn, home, appHome, proCases] : [logIn];
  const isOnHost = hosts.some((one) => addressOf(site, one).origin === url.origin);
  const differs = [...page.searchParams].some(
    ([name, value]) => url.searchParams.has(name) && !url.searchParams.has(name, value),
  );
  const isSameRoute = routeOf(page) === routeOf(url) || (!hasToken && routeOf(page) === '');
  return isOnHost && url.pathname === page.pathname && !differs && isSameRoute;
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
