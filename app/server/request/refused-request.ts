/** The error page has a text for each. */
export type RefusalCode =
  | 'path-malformed'
  | 'not-found'
  | 'method-not-allowed'
  | 'unknown-host'
  | 'cross-site'
  | 'form-token'
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
  form?: Iterable<[name: string, value: string]>;
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
