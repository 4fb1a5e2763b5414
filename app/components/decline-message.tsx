import type { PaymentException } from '~/domain/payment-exceptions';
import { usePage } from './page-context';
import { findException } from './payment-exception';
import { SupportPhone } from './support-phone';
import { useTranslate } from './use-translate';

/** Why the payment was refused, what became of the money, and what to do now. */
export function DeclineMessage({ exception }: { exception: string }) {
  const t = useTranslate();
  const said = findException(t, exception);
  return (
    <div className="error-summary" role="alert" aria-labelledby="decline-title" tabIndex={-1} autoFocus>
      <h2 id="decline-title">{t('common:errorSummary')}</h2>
      <p>
        {/* A sentence we do not know is shown as it came, in whatever language that is. */}
        <strong lang={said === undefined ? '' : undefined}>{said ?? exception}</strong>
      </p>
      <Advice exception={exception as PaymentException} />
    </div>
  );
}

function Advice({ exception }: { exception: PaymentException }) {
  const t = useTranslate();
  const { journeyBase } = usePage();
  switch (exception) {
    case 'Card authentication required':
      return (
        <p>
          {t('checkout:method.authenticationAdvice')} <SupportPhone />
        </p>
      );
    case 'Payment given back':
      return <p>{t('checkout:method.givenBackAdvice')}</p>;
    case 'APO/FPO addresses cannot be used for bank transfers':
    case 'Postal code does not match the state':
      return (
        <p>
          {t('checkout:method.addressAdvice')}{' '}
          <a href={`/app/join${journeyBase}/payment/billing`}>{t('checkout:method.toBilling')}</a>
        </p>
      );
    default:
      return <p>{t('checkout:method.declinedAdvice')}</p>;
  }
}
