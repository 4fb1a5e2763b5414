import { useTranslate } from '~/components/page/use-translate';

/** What the provider's own script needs. */
export interface VenmoInBrowser {
  /** The provider's folder in `app/payments`. */
  provider: string;
  clientToken: string;
  styleNonce: string;
}

/** What the Venmo button is told by the page (app/enhance/venmo.tsx). */
export interface VenmoProps {
  /** Where the provider asks for the approval in the browser. Null where the button sends the form, and a redirect leads to Venmo. */
  inBrowser: VenmoInBrowser | null;
  texts: {
    venmo: string;
    hint: string;
    error: string;
    /** What stands between Venmo and the card; null where PayPal's comes next. */
    or: string | null;
  };
}

/** The empty place of the Venmo button, which needs JavaScript. */
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
