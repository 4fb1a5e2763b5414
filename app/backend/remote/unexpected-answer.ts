/** An answer that the contract does not know. It names the call and the fields, and never holds what was answered. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';

  constructor(
    readonly call: string,
    message: string,
  ) {
    super(`${call}: ${message}`);
  }
}

/** What a schema found: Zod's, as far as it matters here. */
export interface Misfit {
  path?: readonly unknown[];
  code?: unknown;
  /** Of a union: what each of its members found. */
  errors?: readonly (readonly Misfit[])[];
}

/**
 * Where an answer does not fit, such as `receipt.totals.total (invalid_type)`. Of a union its last member counts: failures come first, and
 * whatever is none of them was meant to be a success.
 */
export function describeMisfits(misfits: readonly Misfit[], within: readonly unknown[] = []): string[] {
  return misfits.flatMap(({ path = [], code, errors }) => {
    const place = [...within, ...path];
    const last = errors?.at(-1);
    if (last && last.length > 0) return describeMisfits(last, place);
    return [`${place.map(String).join('.') || 'the whole'} (${String(code)})`];
  });
}
