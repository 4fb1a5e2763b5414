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
  | 'field-repeated';

export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';

  constructor(
    readonly status: number,
    readonly code: RefusalCode,
  ) {
    super(`refused: ${code}`);
  }
}
