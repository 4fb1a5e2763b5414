import { Fragment } from 'react';
import { PageMark } from '~/components/form/page-mark';
import { Behind } from './behind';
import { usePage } from './page-context';
import { LANGUAGE_ID } from './route-handle';
import { useTranslate } from './use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { LANGUAGES } from '~/domain/languages';
import { LANGUAGE_CODES } from '~/i18n/languages';

interface PageHeaderProps {
  formId: string | null;
  hidesLogIn: boolean;
  isShownOnce: boolean;
}

/** docs/rules.md, "Header and footer". With a dialog, only Exit this page stays, which must always be reachable. */
export function PageHeader({ formId, hidesLogIn, isShownOnce }: PageHeaderProps) {
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
            <PageMark />
            <button className="exit" title={t('common:header.exitHint')}>
              {t('common:header.exit')}
            </button>
          </form>
        </nav>
        <p className="exit-hint">{t(page.hasPaid ? 'common:header.exitLeadsBack' : 'common:header.exitErases')}</p>
      </div>
      <Behind>
        <LanguageSelector formId={formId} isShownOnce={isShownOnce} />
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

/** On a page with a form the buttons belong to that form, so that no input is lost. Text browsers ignore `form` and send this one. */
function LanguageSelector({ formId, isShownOnce }: { formId: string | null; isShownOnce: boolean }) {
  const page = usePage();
  const t = useTranslate();
  const buttons = LANGUAGE_CODES.map((language) => (
    <Fragment key={language}>
      <button
        className="language"
        name="language"
        value={language}
        lang={language}
        form={formId ?? undefined}
        formNoValidate
        aria-pressed={language === page.language}
        id={language === page.language ? LANGUAGE_ID : undefined}
        autoFocus={page.isLanguageChosen && language === page.language}
      >
        {LANGUAGES[language].name}
      </button>{' '}
    </Fragment>
  ));
  return (
    <form
      className="languages"
      method="post"
      action={isShownOnce ? page.address : `${BASE_PATH}/language`}
      aria-label={t('common:language.label')}
    >
      <PageMark />
      <input type="hidden" name="page" value={page.address} />
      {buttons}
    </form>
  );
}
