import { REVIEW_PARTS, type ReviewPart } from '~/server/request/review-seals.server';

/** What Review may say above its form. */
const REVIEW_ERRORS = [
  'checkout:review.changed',
  'checkout:review.lookAgain',
  'checkout:review.priceChanged',
  'checkout:review.notSent',
] as const;

/** @returns what the form told of the last press, for a page that is only shown in another language */
export function readTold(form: FormData): { errors: string[]; changed: ReviewPart[] } {
  const told = new Set(String(form.get('told') ?? '').split(' '));
  return {
    errors: REVIEW_ERRORS.filter((error) => told.has(error)),
    changed: REVIEW_PARTS.filter((part) => told.has(part)),
  };
}
