import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Order } from '~/domain/order';
import { deriveKeys, type SiteSecrets } from '~/lib/sealing.server';

/** The parts of a payment that Review shows, in the order in which changes are reported (docs/rules.md, "As it was shown"). */
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

/** Each part as a JSON value. */
export type ReviewParts = Readonly<Record<ReviewPart, unknown>>;

/** The payment that a review offered. Amounts are minor units. */
export interface ShownPayment {
  /** Its idempotency key. */
  key: string;
  order: Order;
  total: number;
  tax: number;
  taxId: string | null;
  /** The displayed term of the subscription, after which it renews. */
  years: 1 | 2;
}

/** The content of the posted page. */
export interface ShownReview {
  payment: ShownPayment;
  /** Returns the given parts that differ from the displayed review. */
  findChanged(parts: Partial<ReviewParts>): ReviewPart[];
}

/** The seals of one request. The page's mark contains the page's owner (page-marks.server.ts). */
export interface ReviewSeals {
  /** Seals the payment and a keyed digest of each part for the rendered page, in about 250 characters without personal data. */
  seal(payment: ShownPayment, parts: ReviewParts): string;
  /**
   * Undefined if the seal is forged, belongs to another page than the posted one, or has parts that are unknown to this
   * build.
   */
  open(sealed: string): ShownReview | undefined;
}

/** The renderings of the shown and the posted page (`PostedMark`). */
interface Pages {
  findShown(): string;
  /** Empty if no page of this visitor was posted. */
  pressed: string;
}

const MAC_BYTES = 16;
const DIGEST_BYTES = 6;

/** The first secret seals; every secret opens. */
export function createReviewSeals(secrets: SiteSecrets): { forPages(pages: Pages): ReviewSeals } {
  const { current, all } = deriveKeys(secrets, 'review seal');
  return {
    forPages: (pages) => ({
      seal(payment, parts) {
        const macs = macsOf(current, pages.findShown());
        const digests = Buffer.concat(REVIEW_PARTS.map((part) => macs.digest(part, parts[part])));
        const body = `${digests.toString('base64url')}.${encodePayment(payment)}`;
        return `${macs.mac(body).toString('base64url')}.${body}`;
      },
      open(sealed) {
        const { pressed } = pages;
        if (pressed === '') return undefined;
        const [mac = '', digests = '', payment = ''] = sealed.split('.');
        const received = Buffer.from(mac, 'base64url');
        const known = Buffer.from(digests, 'base64url');
        if (received.length !== MAC_BYTES || known.length !== REVIEW_PARTS.length * DIGEST_BYTES) return undefined;
        const macs = all
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

function macsOf(key: KeyObject, rendering: string) {
  const hmac = (...inputs: unknown[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([rendering, ...inputs]))
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

/** Only this site can create a seal, so the content of a verified seal needs no validation. */
function decodePayment(encoded: string): ShownPayment {
  const payment = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as EncodedPayment;
  const [key, total, tax, taxId, years, packageId, productId, services] = payment;
  return { key, total, tax, taxId, years, order: { packageId, productId, services } };
}
