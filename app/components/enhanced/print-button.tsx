import { useTranslate } from '~/components/page/use-translate';

/** The empty element for the button that prints a receipt. Its place is kept, so that the button moves nothing when it appears. */
export function PrintButton() {
  const t = useTranslate();
  return <div className="print on-screen" data-enhance="print-button" data-text={t('checkout:receipt.print')} />;
}
