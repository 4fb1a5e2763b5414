import { z } from 'zod';
import { maskActivationCode } from '~/domain/activation-code';
import { tryOpen, type Sealing } from '~/lib/sealing.server';
import { jsonColumn } from '~/store/json-column';
import { readAttempt, type PaymentAttempt } from './payment-attempt';

const attemptCodes = z.object({ typed: z.array(z.string()).nullable(), priced: z.array(z.string()) });

/** The activation codes of an attempt: those typed, and those used for the price, in the order of the price. */
export type AttemptCodes = z.infer<typeof attemptCodes>;

const codesColumn = jsonColumn('sealed_codes', attemptCodes);

/** The codes for the attempt's column, or null without codes. */
export function sealCodes(sealing: Sealing, codes: AttemptCodes): string | null {
  const isEmpty = codes.priced.length === 0 && (codes.typed ?? []).length === 0;
  return isEmpty ? null : sealing.seal(codesColumn.write(codes));
}

/** Reads the codes of an unfinished attempt. @returns undefined if no secret opens them, because theirs was dropped */
export function readCodes(sealing: Sealing, attempt: PaymentAttempt): AttemptCodes | undefined {
  if (attempt.sealed_codes === null) return { typed: readAttempt(attempt).request.promoCodes, priced: [] };
  const opened = tryOpen(sealing, attempt.sealed_codes);
  return opened === undefined ? undefined : codesColumn.read(opened);
}

/** Masks the activation codes in the JSON of a request, a pricing or a receipt. */
export function maskCodesIn(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (key, value: unknown) => {
      if (!Array.isArray(value)) return value;
      if (key === 'promoCodes' || key === 'paymentCodes') return value.map((code) => maskActivationCode(String(code)));
      if (key === 'paymentCodeDetails') return (value as { code: string }[]).map(withMaskedCode);
      return value as unknown[];
    }),
  );
}

function withMaskedCode<Detail extends { code: string }>(detail: Detail): Detail {
  return { ...detail, code: maskActivationCode(detail.code) };
}
