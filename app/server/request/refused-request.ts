import type { Path } from '~/journeys/sequence';

/** The error page has a text for each. */
export type RefusalCode =
  | 'path-malformed'
  | 'not-found'
  | 'method-not-allowed'
  | 'unknown-host'
  | 'cross-site'
  | 'page-mark'
  | 'other-sign-up'
  | 'sign-up-begun'
  | 'cookies-blocked'
  | 'too-many-requests'
  | 'body-type'
  | 'body-too-large'
  | 'body-malformed'
  | 'too-many-fields'
  | 'field-name'
  | 'field-repeated'
  | 'draft-too-large'
  | 'no-room'
  | 'busy';

export interface RefusalDetails {
  /** Seconds. */
  retryAfter?: number;
  /** What was posted, where it is not on the request any more. */
  form?: Iterable<[name: string, value: string]> | undefined;
  /** Where the current sign-up goes on, below the base path. */
  goOn?: Path | undefined;
  /** What the button posts that begins another sign-up with what was posted (page-owner.server.ts). */
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
