import { Behind } from './behind';
import { FormToken } from '~/components/form/form-token';
import { LanguageSelector } from './language-selector';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';
import { BASE_PATH } from '~/domain/base-path';

/** docs/rules.md, "Header and footer". A dialog leaves Exit this page alone, which has to be at hand at all times. */
export function PageHeader({ formId, hidesLogIn }: { formId: string | null; hidesLogIn: boolean }) {
  const page = usePage();
  const t = useTranslate();
  return (
    <header className="page-header">
      <div className="page-header-row">
        <Behind>
          <a className="logo" href={page.links.home} aria-label={t('common:header.logo', { brand: page.brandName })}>
            {page.logo ? (
              <img src={page.logo.address} width={page.logo.width} height={page.logo.height} alt={page.brandName} />
            ) : (
              <>
                <LogoMark />
                <span>{page.brandName}</span>
              </>
            )}
          </a>
        </Behind>{' '}
        <nav className="page-header-links" aria-label={t('common:header.label')}>
          {!hidesLogIn && (
            <Behind>
              <a href={page.links.logIn}>{t('common:header.logIn')}</a>
            </Behind>
          )}{' '}
          <form method="post" action={`${BASE_PATH}/exit`}>
            <FormToken />
            <button className="exit" title={t('common:header.exitHint')}>
              {t('common:header.exit')}
            </button>
          </form>
        </nav>
        <p className="exit-hint">{t(page.hasPaid ? 'common:header.exitLeadsBack' : 'common:header.exitErases')}</p>
      </div>
      <Behind>
        <LanguageSelector formId={formId} />
      </Behind>
    </header>
  );
}

function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <circle cx="12" cy="13" r="8" />
      <circle cx="20" cy="13" r="8" />
      <path d="M4 27h24" />
    </svg>
  );
}
