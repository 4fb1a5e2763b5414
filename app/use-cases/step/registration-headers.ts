import type { Language } from '~/i18n/languages';
import type { JoinState } from '~/journeys/join-state';
import type { With } from '~/journeys/open-states';

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

/** docs/rules.md, "Discount link" */
export function referrerHeader(discount: JoinState['discount']): { 'x-referrer-key'?: string } {
  return discount ? { 'x-referrer-key': discount.referrer } : {};
}

/** Empty for a browser that opted out of tracking. */
export function anonymousHeader({ anonymousId }: { anonymousId: string | null }): { 'x-anonymous-id'?: string } {
  return anonymousId === null ? {} : { 'x-anonymous-id': anonymousId };
}
