import { useTranslation } from 'react-i18next';
import type { Translate } from '~/i18n/translator';

export function useTranslate(): Translate {
  return useTranslation().t;
}
