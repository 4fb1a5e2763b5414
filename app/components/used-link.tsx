import { usePage } from './page-context';
import { SupportContact } from './problem-pages';
import { useTranslate } from './use-translate';

/** The link in the receipt mail has done its work, or is older than it may be. */
export function UsedLink() {
  const t = useTranslate();
  const { links } = usePage();
  return (
    <>
      <h1>{t('parent:usedLink.heading')}</h1>
      <p>{t('parent:usedLink.text')}</p>
      <p>
        <a className="button primary" href={links.logIn}>
          {t('common:header.logIn')}
        </a>
      </p>
      <SupportContact withReference={false} />
    </>
  );
}
