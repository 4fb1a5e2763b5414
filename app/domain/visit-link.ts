/** Query parameters that any page accepts: a discount link's offer, the pricing page's choice, and the page after signing in. */
export interface VisitLink {
  discount?: Discount;
  preselectedPackage?: string;
  /** Harmless: a path of this host, or a URL of the main product. */
  redirectUrl?: string;
}

/** An offer that a link announces. The backend decides whether it is valid. */
export interface Discount {
  referrer: string;
  /** From 1 to 100. Absent if the link has no readable percentage; the referrer still counts. */
  percentage?: number;
}

/** The allowed values of link parameters. A referrer is sent in a header. */
export const REFERRER_KEY = /^[!-~]{1,200}$/;
export const PACKAGE_CODE = /^[A-Z]{1,30}\d$/i;

/**
 * `ado`, `jek` and `pv` count only together (docs/rules.md, "Discount link", "Preselected package", "Redirect address"). Invalid values are
 * ignored.
 *
 * @param toHarmless returns undefined for an address that visitors must not be redirected to
 */
export function readVisitLink(query: URLSearchParams, toHarmless: (address: string) => string | undefined): VisitLink {
  const discount = readDiscount(query);
  const redirectUrl = toHarmless(query.get('redirectUrl') ?? '');
  const code = query.get('package') ?? '';
  return {
    ...(discount ? { discount } : {}),
    ...(PACKAGE_CODE.test(code) ? { preselectedPackage: code.toUpperCase() } : {}),
    ...(redirectUrl === undefined ? {} : { redirectUrl }),
  };
}

function readDiscount(query: URLSearchParams): Discount | undefined {
  const referrer = query.get('jek') ?? '';
  const encodedPercentage = query.get('pv') ?? '';
  if (query.get('ado') !== 'true' || !REFERRER_KEY.test(referrer) || encodedPercentage === '') return undefined;
  const percentage = decodePercentage(encodedPercentage);
  return { referrer, ...(percentage !== undefined && { percentage }) };
}

/** Base64 of a number from 1 to 100, with or without a percent sign: `MjA=` is 20, `MTIuNSU=` is 12.5%. */
function decodePercentage(encoded: string): number | undefined {
  if (!/^[A-Za-z0-9+/_-]{1,12}={0,2}$/.test(encoded)) return undefined;
  const [, digits] = /^(\d{1,3}(?:\.\d{1,2})?) ?%?$/.exec(Buffer.from(encoded, 'base64').toString('latin1')) ?? [];
  const percentage = Number(digits);
  return percentage >= 1 && percentage <= 100 ? percentage : undefined;
}
