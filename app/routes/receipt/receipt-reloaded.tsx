import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';

/** Shown on a reload, or when there is no receipt. */
export function ReceiptReloaded() {
  const t = useTranslate();
  const page = usePage();
  return (
    <>
      <h1>{t('parent:receipt.reloaded')}</h1>
      <p>{t('parent:receipt.reloadedAdvice')}</p>
      <p>
        <a className="button primary" href={page.links.logIn}>
          {t('parent:receipt.logIn')}
        </a>
      </p>
    </>
  );
}
