import type { PaymentException } from '~/domain/payment-exceptions';
import { sayException } from './payment-exception';
import { SupportPhone } from './support-phone';
import { useTranslate } from './use-translate';

const GIVEN_BACK: PaymentException = 'Payment given back';
const NOT_AUTHENTICATED: PaymentException = 'Card authentication required';

/** Why the payment was refused, what became of the money, and what to do now. */
export function DeclineMessage({ exception }: { exception: string }) {
  const t = useTranslate();
  return (
    <div className="error-summary" role="alert" aria-labelledby="decline-title" tabIndex={-1} autoFocus>
      <h2 id="decline-title">{t('common:errorSummary')}</h2>
      <p>
        <strong>{sayException(t, exception)}</strong>
      </p>
      {exception === NOT_AUTHENTICATED ? (
        <p>
          {t('checkout:method.authenticationAdvice')} <SupportPhone />
        </p>
      ) : (
        <p>{t(exception === GIVEN_BACK ? 'checkout:method.givenBackAdvice' : 'checkout:method.declinedAdvice')}</p>
      )}
    </div>
  );
}
