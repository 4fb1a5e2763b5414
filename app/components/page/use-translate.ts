import { translate, type Translate } from '~/i18n/translator';
import { usePage } from './page-context';

/** @throws Error outside a page */
export function useTranslate(): Translate {
  return translate(usePage().language);
}
