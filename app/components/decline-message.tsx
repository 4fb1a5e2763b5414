import { sayException } from './payment-exception';
import { useTranslate } from './use-translate';

/** Why the payment was refused, and that nothing was taken. */
export function DeclineMessage({ exception }: { exception: string }) {
  const t = useTranslate();
  return (
    <div className="error-summary" role="alert" aria-labelledby="decline-title" tabIndex={-1} autoFocus>
      <h2 id="decline-title">{t('common:errorSummary')}</h2>
      <p>
        <strong>{sayException(t, exception)}</strong>
      </p>
      <p>{t('checkout:method.declinedAdvice')}</p>
    </div>
  );
}
