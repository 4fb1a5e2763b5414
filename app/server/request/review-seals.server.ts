import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Order } from '~/domain/order';
import type { SiteSecrets } from '~/lib/sealing.server';

/** What Review says of a payment, in the order in which a change of it is told (docs/rules.md, "As it was shown"). */
export const REVIEW_PARTS = [
  'order',
  'coParent',
  'invitation',
  'instrument',
  'email',
  'name',
  'address',
  'phone',
  'codes',
  'coupon',
  'tax',
  'total',
  'renewal',
  'terms',
] as const;

export type ReviewPart = (typeof REVIEW_PARTS)[number];

/** Each part as JSON can tell it. */
export type ReviewParts = Readonly<Record<ReviewPart, unknown>>;

/** The payment that a review offered. Amounts are minor units. */
export interface ShownPayment {
  /** Its idempotency key. */
  key: string;
  order: Order;
  total: number;
  tax: number;
  taxId: string | null;
  /** For how long the subscription was said to be, and after which it renews. */
  years: 1 | 2;
}

/** What the pressed page showed. */
export interface ShownReview {
  payment: ShownPayment;
  /** Those of the given parts that are not what the review said. */
  findChanged(parts: Partial<ReviewParts>): ReviewPart[];
}

/** The seals of one request. Whose page a seal belongs to is said by the page's mark (page-marks.server.ts). */
export interface ReviewSeals {
  /** Some 250 characters without a word about the person: the payment, and a keyed digest of each part. For the page that is rendered. */
  seal(payment: ShownPayment, parts: ReviewParts): string;
  /** Undefined where it was forged, or sealed for another page than the posted one or with parts that this build does not know. */
  open(sealed: string): ShownReview | undefined;
}

/** Renderings of a page (`PostedMark`). */
interface Pages {
  shown: string;
  /** Empty where no page of this visitor was posted. */
  pressed: string;
}

const MAC_BYTES = 16;
const DIGEST_BYTES = 6;

/** The first secret seals, all open. */
export function createReviewSeals(secrets: SiteSecrets): { forPages(pages: Pages): ReviewSeals } {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'joinery review seal', 32));
  const current = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  return {
    forPages: ({ shown, pressed }) => ({
      seal(payment, parts) {
        const macs = macsOf(current, shown);
        const digests = Buffer.concat(REVIEW_PARTS.map((part) => macs.digest(part, parts[part])));
        const body = `${digests.toString('base64url')}.${encodePayment(payment)}`;
        return `${macs.mac(body).toString('base64url')}.${body}`;
      },
      open(sealed) {
        if (pressed === '') return undefined;
        const [mac = '', digests = '', payment = ''] = sealed.split('.');
        const received = Buffer.from(mac, 'base64url');
        const known = Buffer.from(digests, 'base64url');
        if (received.length !== MAC_BYTES || known.length !== REVIEW_PARTS.length * DIGEST_BYTES) return undefined;
        const macs = keys
          .map((key) => macsOf(key, pressed))
          .find((each) => timingSafeEqual(each.mac(`${digests}.${payment}`), received));
        if (!macs) return undefined;
        const digestAt = (index: number) => known.subarray(index * DIGEST_BYTES, (index + 1) * DIGEST_BYTES);
        return {
          payment: decodePayment(payment),
          findChanged: (parts) =>
            REVIEW_PARTS.filter(
              (part, index) => part in parts && !macs.digest(part, parts[part]).equals(digestAt(index)),
            ),
        };
      },
    }),
  };
}

function macsOf(key: Buffer, rendering: string) {
  const hmac = (...said: unknown[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([rendering, ...said]))
      .digest();
  return {
    mac: (body: string) => hmac('review', body).subarray(0, MAC_BYTES),
    digest: (part: ReviewPart, value: unknown) => hmac('part', part, value).subarray(0, DIGEST_BYTES),
  };
}

type EncodedPayment = [
  key: string,
  total: number,
  tax: number,
  taxId: string | null,
  years: 1 | 2,
  ...order: EncodedOrder,
];
type EncodedOrder = [packageId: string, productId: string | null, services: string[]];

function encodePayment({ key, total, tax, taxId, years, order }: ShownPayment): string {
  const encoded: EncodedPayment = [key, total, tax, taxId, years, order.packageId, order.productId, order.services];
  return Buffer.from(JSON.stringify(encoded)).toString('base64url');
}

/** Only we can seal, so what was opened needs no validation. */
function decodePayment(encoded: string): ShownPayment {
  const payment = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as EncodedPayment;
  const [key, total, tax, taxId, years, packageId, productId, services] = payment;
  return { key, total, tax, taxId, years, order: { packageId, productId, services } };
}
