import { useTranslate } from '~/components/page/use-translate';

/** What the Venmo button is told by the page (app/enhance/venmo.tsx). */
export interface VenmoProps {
  /** Where the provider's own script asks for the approval. Null where the button sends the form, and a redirect leads to Venmo. */
  provider: { clientToken: string; styleNonce: string } | null;
  texts: {
    venmo: string;
    hint: string;
    error: string;
    /** What stands between Venmo and the card; null where PayPal's comes next. */
    or: string | null;
  };
}

/** The empty place of the Venmo button, which needs JavaScript. */
export function VenmoButton({ provider, isLast }: Pick<VenmoProps, 'provider'> & { isLast: boolean }) {
  const t = useTranslate();
  const props: VenmoProps = {
    provider,
    texts: {
      venmo: t('checkout:method.venmo'),
      hint: t('checkout:method.venmoHint'),
      error: t('checkout:method.venmoError'),
      or: isLast ? t('checkout:method.or') : null,
    },
  };
  return <div data-enhance="venmo" data-props={JSON.stringify(props)} />;
}
