import { useTranslate } from '~/components/page/use-translate';

export interface VenmoInBrowser {
  /** The provider's folder in `app/payments`. */
  provider: string;
  clientToken: string;
  styleNonce: string;
}

export interface VenmoProps {
  /** Set where the provider runs Venmo in the browser. Null where the button submits the form and Venmo works by redirect. */
  inBrowser: VenmoInBrowser | null;
  texts: {
    venmo: string;
    hint: string;
    error: string;
    /** The separator between Venmo and the card; null where PayPal's follows. */
    or: string | null;
  };
}

/** The empty element where the Venmo button mounts. */
export function VenmoButton({ inBrowser, isLast }: Pick<VenmoProps, 'inBrowser'> & { isLast: boolean }) {
  const t = useTranslate();
  const props: VenmoProps = {
    inBrowser,
    texts: {
      venmo: t('checkout:method.venmo'),
      hint: t('checkout:method.venmoHint'),
      error: t('checkout:method.venmoError'),
      or: isLast ? t('checkout:method.or') : null,
    },
  };
  return <div data-enhance="venmo" data-props={JSON.stringify(props)} />;
}
