import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { os } from '~/backend/embedded/context';
import { quote } from '~/backend/embedded/pricing/quote.server';
import { requireRegistration } from '~/backend/embedded/people/registration-access.server';

/** The price of an order before it is paid; `limboId` is the sign-up's own id. */
export const price = os.registrations.price.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const registration = await requireRegistration(context.db, params.signupId, headers['x-registration-key'], errors);
  const language = findLanguage(headers['accept-language']);
  if (body.limboId !== params.signupId) {
    const text = translate(language)('backend:validation.signup');
    throw errors.INVALID({ data: { validationErrors: [{ field: 'limboId', text }] } });
  }
  const quoted = await quote(context, body, {
    anonymousId: registration.anonymous_id,
    referrerKey: headers['x-referrer-key'],
    language,
  });
  if (quoted.outcome === 'invalid') throw errors.INVALID({ data: { validationErrors: quoted.validationErrors } });
  return quoted.pricing;
});
