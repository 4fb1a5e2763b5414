/** An answer that does not match the contract. The error names the call and the fields, and never quotes the answer. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    readonly call: string,
    message: string,
  ) {
    super(`${call}: ${message}`);
  }
}

/** A schema issue, as Zod reports it. */
export interface Misfit {
  path?: readonly unknown[];
  code?: unknown;
  /** For a union, the issues of each member. */
  errors?: readonly (readonly Misfit[])[];
}

/**
 * Lists where an answer does not fit, such as `receipt.totals.total (invalid_type)`. For a union the last member counts: failures come
 * first, and anything else was meant as a success.
 */
export function describeMisfits(misfits: readonly Misfit[], within: readonly unknown[] = []): string[] {
  return misfits.flatMap(({ path = [], code, errors }) => {
    const place = [...within, ...path];
    const last = errors?.at(-1);
    if (last && last.length > 0) return describeMisfits(last, place);
    return [`${place.map(String).join('.') || 'the whole'} (${String(code)})`];
  });
}
