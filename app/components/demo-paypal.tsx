import { useTranslate } from './use-translate';

type DemoPayPalProps = { isOpen: true; amountFormatted: string | null } | { isOpen: false };

/** The demo's stand-in for PayPal's page: it asks, or says that the question is over. */
export function DemoPayPal(props: DemoPayPalProps) {
  const t = useTranslate();
  return (
    <>
      <h1>{t('demo:paypal.heading')}</h1>
      <p>{t('demo:paypal.text')}</p>
      {props.isOpen ? (
        <form method="post">
          {props.amountFormatted && (
            <p>
              <strong>{t('demo:paypal.amount', { amount: props.amountFormatted })}</strong>
            </p>
          )}
          <div className="choice-row">
            <input type="checkbox" name="decline" id="decline" />
            <label htmlFor="decline">{t('demo:paypal.decline')}</label>
          </div>
          <div className="step-buttons">
            <button className="primary" name="intent" value="approve">
              {t('demo:paypal.approve')}
            </button>
            <button className="link-button" name="intent" value="cancel">
              {t('demo:paypal.cancel')}
            </button>
          </div>
        </form>
      ) : (
        <>
          <p>{t('demo:paypal.gone')}</p>
          <p>
            <a className="button" href="/app/join/payment/method">
              {t('demo:paypal.back')}
            </a>
          </p>
        </>
      )}
    </>
  );
}
