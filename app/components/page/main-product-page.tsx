import { usePage } from './page-context';
import { useTranslate } from './use-translate';

/** Replaces pages of the main product in a demo. */
export function MainProductPage({ path }: { path: string }) {
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <>
      <h1>{t('common:mainProduct.title')}</h1>
      <p>{t('common:mainProduct.text', { brand: brandName })}</p>
      <p>
        <code>{path}</code>
      </p>
      <p>
        <a className="button" href="/app/join/signup">
          {t('common:missing.back')}
        </a>
      </p>
    </>
  );
}
