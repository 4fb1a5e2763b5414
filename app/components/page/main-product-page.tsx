import { usePage } from './page-context';
import { useTranslate } from './use-translate';
import { BASE_PATH } from '~/domain/base-path';

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
        <a className="button" href={`${BASE_PATH}/signup`}>
          {t('common:missing.back')}
        </a>
      </p>
    </>
  );
}
