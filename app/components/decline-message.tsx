import type { PaymentException } from '~/domain/payment-exceptions';
import { sayException } from './payment-exception';
import { useTranslate } from './use-translate';

const GIVEN_BACK: PaymentException = 'Payment given back';

/** Why the payment was refused, and what became of the money. */
export function DeclineMessage({ exception }: { exception: string }) {
  const t = useTranslate();
  return (
    <div className="error-summary" role="alert" aria-labelledby="decline-title" tabIndex={-1} autoFocus>
      <h2 id="decline-title">{t('common:errorSummary')}</h2>
      <p>
        <strong>{sayException(t, exception)}</strong>
      </p>
      <p>{t(exception === GIVEN_BACK ? 'checkout:method.givenBackAdvice' : 'checkout:method.declinedAdvice')}</p>
    </div>
  );
}
