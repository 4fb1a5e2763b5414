import { usePage } from '~/components/page/page-context';
import { SupportWays } from '~/components/page/problem-pages';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { PAYMENT_EXCEPTIONS, type PaymentException } from '~/domain/payment-exceptions';
import { MORE_TIME_GIVEN } from '~/steps/intents';
import type { Translate } from '~/i18n/translator';

const GIVEN_BACK: readonly string[] = ['Payment given back', 'Payment to be given back'] satisfies PaymentException[];
const NOT_AUTHENTICATED: PaymentException = 'Card authentication required';
const ADDRESS_EXCEPTIONS: readonly string[] = [
  'APO/FPO addresses cannot be used for bank transfers',
  'Postal code does not match the state',
] satisfies PaymentException[];

/** @param isChanged a secondary button changed something. The message stays, but only the change is announced. */
export function DeclineMessage({ exception, isChanged = false }: { exception: string; isChanged?: boolean }) {
  const t = useTranslate();
  const { isLanguageChosen, address } = usePage();
  const isEarlier = isChanged || address.endsWith(MORE_TIME_GIVEN);
  const message = findException(t, exception);
  return (
    <div
      className="error-summary"
      role={isEarlier ? 'group' : 'alert'}
      aria-labelledby="decline-title"
      tabIndex={-1}
      autoFocus={!isLanguageChosen && !isEarlier}
    >
      <h2 id="decline-title">{t('common:errorSummary')}</h2>
      <p>
        {/* Shows an unknown sentence as received. Its language is unknown too. */}
        <strong lang={message === undefined ? '' : undefined}>{message ?? exception}</strong>
      </p>
      <Advice exception={exception} />
    </div>
  );
}

function Advice({ exception }: { exception: string }) {
  const t = useTranslate();
  const { journeyBase } = usePage();
  if (exception === NOT_AUTHENTICATED) {
    return (
      <p>
        {t('checkout:method.authenticationAdvice')} <SupportWays />
      </p>
    );
  }
  if (ADDRESS_EXCEPTIONS.includes(exception)) {
    return (
      <p>
        {t('checkout:method.addressAdvice')}{' '}
        <a href={`${BASE_PATH}${journeyBase}/payment/billing`}>{t('checkout:method.toBilling')}</a>
      </p>
    );
  }
  return (
    <p>{t(GIVEN_BACK.includes(exception) ? 'checkout:method.givenBackAdvice' : 'checkout:method.declinedAdvice')}</p>
  );
}

const KEYS = {
  'Payment method declined': 'checkout:exceptions.declined',
  'Invalid expiration date': 'checkout:exceptions.expiration',
  'Invalid card number': 'checkout:exceptions.cardNumber',
  'Invalid activation code': 'checkout:exceptions.activationCode',
  'Invalid promo code': 'checkout:exceptions.promoCode',
  'Unexpected error': 'checkout:exceptions.unexpected',
  'APO/FPO addresses cannot be used for bank transfers': 'checkout:exceptions.militaryAddress',
  'Postal code does not match the state': 'checkout:exceptions.postalCodeOfState',
  'Payment given back': 'checkout:exceptions.givenBack',
  'Payment to be given back': 'checkout:exceptions.toBeGivenBack',
  'Card authentication required': 'checkout:exceptions.authentication',
} as const satisfies Record<PaymentException, string>;

/** Undefined for an unknown sentence. */
function findException(t: Translate, exception: string): string | undefined {
  return isKnown(exception) ? t(KEYS[exception]) : undefined;
}

function isKnown(exception: string): exception is PaymentException {
  return (PAYMENT_EXCEPTIONS as readonly string[]).includes(exception);
}
