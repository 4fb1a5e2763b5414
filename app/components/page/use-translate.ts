import { useTranslation } from 'react-i18next';
import type { Translate } from '~/i18n/translator';

/** The translating function of the page's language. */
export function useTranslate(): Translate {
  return useTranslation().t;
}
