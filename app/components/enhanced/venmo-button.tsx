import { useTranslate } from '~/components/page/use-translate';

export interface VenmoInBrowser {
  /** The provider's folder in `app/payments`. */
  provider: string;
  clientToken: string;
  styleNonce: string;
  /** Whether this session has opened Venmo and may get a result. */
  isOpened: boolean;
}

export interface VenmoProps {
  /** Set if the provider runs Venmo in the browser. Null if the button submits the form and Venmo works by redirect. */
  inBrowser: VenmoInBrowser | null;
  texts: {
    venmo: string;
    loading: string;
    asking: string;
    error: string;
    /** The content that PayPal's button would otherwise add to the page; null beside PayPal. */
    alone: { hint: string; or: string } | null;
  };
}

/** The empty element where the Venmo button mounts. Its space is reserved, so that nothing moves when it appears. */
export function VenmoButton({ inBrowser, isAlone }: Pick<VenmoProps, 'inBrowser'> & { isAlone: boolean }) {
  const t = useTranslate();
  const props: VenmoProps = {
    inBrowser,
    texts: {
      venmo: t('checkout:method.venmo'),
      loading: t('checkout:method.venmoLoading'),
      asking: t('checkout:method.venmoAsking'),
      error: t('checkout:method.venmoError'),
      alone: isAlone ? { hint: t('checkout:method.walletHint'), or: t('checkout:method.or') } : null,
    },
  };
  return (
    <div
      className={isAlone ? 'venmo-place alone' : 'venmo-place'}
      data-enhance="venmo"
      data-props={JSON.stringify(props)}
    />
  );
}
