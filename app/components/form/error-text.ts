import { translatorOf } from '~/i18n/translator';
import { usePage } from '~/components/page/page-context';

/** Schemas return a text key; the backend returns a sentence in the visitor's language. */
export function useErrorText(): (message: string) => string {
  const i18n = translatorOf(usePage().language);
  return (message) => (i18n.exists(message) ? i18n.t(message) : message);
}
