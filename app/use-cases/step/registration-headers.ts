import type { Language } from '~/i18n/languages';
import type { JoinState } from '~/journeys/join-state';
import type { With } from '~/journeys/open-states';

/** The headers of every call about a registration that is there: its key, who referred it where a discount applies, and the language. */
export function registrationHeaders(
  { language }: { language: Language },
  { registration, discount }: With<'registration'>,
) {
  return {
    'x-registration-key': registration.registrationKey,
    'accept-language': language,
    ...referrerHeader(discount),
  };
}

/** Who referred the visitor, by the discount link (docs/rules.md, "Discount link"). */
export function referrerHeader(discount: JoinState['discount']): { 'x-referrer-key'?: string } {
  return discount ? { 'x-referrer-key': discount.referrer } : {};
}

/** Who is asking, where the browser lets it be told. */
export function anonymousHeader({ anonymousId }: { anonymousId: string | null }): { 'x-anonymous-id'?: string } {
  return anonymousId === null ? {} : { 'x-anonymous-id': anonymousId };
}
