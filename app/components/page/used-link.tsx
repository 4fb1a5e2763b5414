import { usePage } from './page-context';
import { SupportContact } from './problem-pages';
import { useTranslate } from './use-translate';

/** @param words for an invite, or for the link mailed after a payment, which may also have expired */
export function UsedLink({ words }: { words: 'invite:completed' | 'parent:usedLink' }) {
  const t = useTranslate();
  const { links } = usePage();
  return (
    <>
      <h1>{t(`${words}.heading`)}</h1>
      <p>{t(`${words}.text`)}</p>
      <div className="step-buttons">
        <a className="button primary" href={links.logIn}>
          {t('common:header.logIn')}
        </a>{' '}
        <a className="link-button" href={links.forgotPassword}>
          {t('parent:duplicate.forgotPassword')}
        </a>
      </div>
      <SupportContact />
    </>
  );
}
