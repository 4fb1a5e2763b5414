/** Query parameters that any page accepts: a discount link's offer, and the pricing page's choice. */
export interface VisitLink {
  discount?: { referrer: string; percentage: number };
  preselectedPackage?: string;
}

/** Whole texts that a link may bring. */
export const REFERRER_KEY = /^[\w.-]{1,64}$/;
export const PACKAGE_CODE = /^[A-Z]{1,30}\d$/i;

/** `ado`, `jek` and `pv` count only together (docs/rules.md, "Discount link", "Preselected package"). Junk is ignored. */
export function readVisitLink(query: URLSearchParams): VisitLink {
  const discount = readDiscount(query);
  const code = query.get('package') ?? '';
  return {
    ...(discount ? { discount } : {}),
    ...(PACKAGE_CODE.test(code) ? { preselectedPackage: code.toUpperCase() } : {}),
  };
}

function readDiscount(query: URLSearchParams): VisitLink['discount'] {
  const referrer = query.get('jek') ?? '';
  if (query.get('ado') !== 'true' || !REFERRER_KEY.test(referrer)) return undefined;
  const percentage = decodePercentage(query.get('pv') ?? '');
  return percentage === undefined ? undefined : { referrer, percentage };
}

/** Base64 of a whole number from 1 to 100: `MjA=` is 20. */
function decodePercentage(encoded: string): number | undefined {
  if (!/^[A-Za-z0-9+/_-]{1,8}={0,2}$/.test(encoded)) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('latin1');
  if (!/^\d{1,3}$/.test(text)) return undefined;
  const percentage = Number(text);
  return percentage >= 1 && percentage <= 100 ? percentage : undefined;
}
