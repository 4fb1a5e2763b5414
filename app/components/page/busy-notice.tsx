import { SupportContact } from './problem-pages';
import { useTranslate } from './use-translate';

/** Has no link, because a link to the same address would lose its query, and the page reloads by itself. */
export function BusyNotice() {
  const t = useTranslate();
  return (
    <section className="problem">
      <h1>{t('common:refused.busy.title')}</h1>
      <p>{t('common:busy')}</p>
      <SupportContact withReference={false} />
    </section>
  );
}
