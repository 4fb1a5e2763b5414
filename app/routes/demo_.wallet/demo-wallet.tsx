import { FormToken } from '~/components/form/form-token';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';

type DemoWalletProps = { isOpen: true; wallet: 'paypal' | 'venmo'; amountFormatted: string | null } | { isOpen: false };

export function DemoWallet(props: DemoWalletProps) {
  const t = useTranslate();
  const { address } = usePage();
  return (
    <>
      <h1>{props.isOpen ? t(`demo:wallet.heading.${props.wallet}`) : t('demo:wallet.title')}</h1>
      {props.isOpen && <p>{t(`demo:wallet.text.${props.wallet}`)}</p>}
      {props.isOpen ? (
        <form method="post" action={address}>
          <FormToken />
          {props.amountFormatted && (
            <p>
              <strong>{t('demo:wallet.amount', { amount: props.amountFormatted })}</strong>
            </p>
          )}
          <div className="choice-row">
            <input type="checkbox" name="decline" id="decline" />
            <label htmlFor="decline">{t('demo:wallet.decline')}</label>
          </div>
          <div className="step-buttons">
            <button className="primary" name="intent" value="approve">
              {t('demo:wallet.approve')}
            </button>{' '}
            <button className="link-button" name="intent" value="cancel">
              {t('demo:wallet.cancel')}
            </button>
          </div>
        </form>
      ) : (
        <>
          <p>{t('demo:wallet.gone')}</p>
          <p>
            <a className="button" href={`${BASE_PATH}/payment/method`}>
              {t('demo:wallet.back')}
            </a>
          </p>
        </>
      )}
    </>
  );
}
