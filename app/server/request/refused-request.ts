/** Why a request was refused; the error page has words for each. */
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
  | 'field-repeated';

/** A request that is not answered by a route. The error middleware makes a page of it. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';

  /** @param status the HTTP status to answer with (RFC 9110, section 15) */
  constructor(
    readonly status: number,
    readonly code: RefusalCode,
  ) {
    super(`refused: ${code}`);
  }
}
