import type { Path } from '~/journeys/sequence';

/** Refusal codes, with their `reason` in the log and in `joinery_refusals_total` (docs/runbooks.md, "A refused request"). */
export const REFUSAL_REASONS = {
  'path-malformed': 'path_malformed',
  'method-not-allowed': 'method_not_allowed',
  'unknown-host': 'host_not_allowed',
  'cross-site': 'origin_mismatch',
  'page-mark': 'form_token_invalid',
  'other-sign-up': 'other_sign_up',
  'sign-up-begun': 'sign_up_begun',
  'cookies-blocked': 'cookies_blocked',
  'body-type': 'body_type',
  'body-too-large': 'body_too_large',
  'body-malformed': 'body_malformed',
  'too-many-fields': 'too_many_fields',
  'field-name': 'field_name',
  'field-repeated': 'field_repeated',
  'draft-too-large': 'draft_too_large',
  'no-room': 'no_room',
  busy: 'busy',
} as const;

/**
 * The error page has a text for each. A missing page is not a refusal, and limits report theirs separately
 * (server/services/limits.server.ts).
 */
export type RefusalCode = 'not-found' | 'too-many-requests' | keyof typeof REFUSAL_REASONS;

export function isReported(code: RefusalCode): code is keyof typeof REFUSAL_REASONS {
  return code in REFUSAL_REASONS;
}

export interface RefusalDetails {
  /** Seconds. */
  retryAfter?: number;
  /** The posted form, if it is no longer on the request. */
  form?: Iterable<[name: string, value: string]> | undefined;
  /** Where the current sign-up continues, below the base path. */
  goOn?: Path | undefined;
  /** The value of the button that begins another sign-up with the posted input (page-owner.server.ts). */
  beginAnother?: string | undefined;
}

export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';

  constructor(
    readonly status: number,
    readonly code: RefusalCode,
    readonly details: RefusalDetails = {},
  ) {
    super(`refused: ${code}`);
  }
}

const DISK_FULL_RETRY_SECONDS = 5 * 60;

/** For a new visitor, because the remaining room is for existing sign-ups. */
export function noRoom(details: Pick<RefusalDetails, 'form'> = {}): RefusedRequest {
  return new RefusedRequest(503, 'no-room', { ...details, retryAfter: DISK_FULL_RETRY_SECONDS });
}
