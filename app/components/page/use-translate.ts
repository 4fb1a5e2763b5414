import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '~/i18n/resources';
import type { Translate } from '~/i18n/translator';

export function useTranslate(): Translate {
  return useTranslation(NAMESPACES).t as Translate;
}
