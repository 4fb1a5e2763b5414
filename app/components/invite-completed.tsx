import { usePage } from './page-context';
import { SupportContact } from './problem-pages';
import { useTranslate } from './use-translate';

/** The invite has done its work: there is an account to log in to. */
export function InviteCompleted() {
  const t = useTranslate();
  const { links } = usePage();
  return (
    <>
      <h1>{t('invite:completed.heading')}</h1>
      <p>{t('invite:completed.text')}</p>
      <p>
        <a className="button primary" href={links.logIn}>
          {t('common:header.logIn')}
        </a>
      </p>
      <SupportContact withReference={false} />
    </>
  );
}
