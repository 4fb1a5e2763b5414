import { Fragment } from 'react';
import { PageMark } from '~/components/form/page-mark';
import { Behind } from './behind';
import type { ShownNotice } from './notice';
import { exitTextOf, usePage } from './page-context';
import { LANGUAGE_ID } from './route-handle';
import { useTranslate } from './use-translate';
import { EXIT_PATH, LANGUAGE_PATH } from '~/domain/base-path';
import { LANGUAGES } from '~/domain/languages';
import { LANGUAGE_CODES } from '~/i18n/languages';
import { SHOWN_NOTICE } from '~/steps/control-fields';

interface PageHeaderProps {
  formId: string | null;
  hidesLogIn: boolean;
  isShownOnce: boolean;
  notice: ShownNotice | undefined;
}

/** docs/rules.md, "Header and footer". With a dialog, only Exit this page stays, which must always be reachable. */
export function PageHeader({ formId, hidesLogIn, isShownOnce, notice }: PageHeaderProps) {
  const page = usePage();
  const t = useTranslate();
  // What it does to the input is also below the form.
  const exitHint = [t('common:header.exitHint'), ...(formId === null ? [] : [t(exitTextOf(page))])];
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
          <Behind>
            <LanguageMenu formId={formId} isShownOnce={isShownOnce} notice={notice} />
          </Behind>{' '}
          <form method="post" action={EXIT_PATH}>
            <PageMark />
            <button className="exit" title={exitHint.join(' ')}>
              <span>{t('common:header.exit')}</span> <span>{t('common:header.exitRest')}</span>
            </button>
          </form>
        </nav>
      </div>
    </header>
  );
}

function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true" focusable="false">
      <circle cx="12" cy="13" r="8" />
      <circle cx="20" cy="13" r="8" />
      <path d="M4 27h24" />
    </svg>
  );
}

/**
 * On a page with a form the buttons belong to that form, so that no input is lost. Text browsers ignore `form`, show the menu open and send
 * its form.
 */
function LanguageMenu({ formId, isShownOnce, notice }: Omit<PageHeaderProps, 'hidesLogIn'>) {
  const page = usePage();
  const t = useTranslate();
  const { name } = LANGUAGES[page.language];
  return (
    <details className="languages">
      <summary id={LANGUAGE_ID} autoFocus={page.isLanguageChosen} aria-label={t('common:language.current', { name })}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
          <circle cx="12" cy="12" r="9" />
          <path d="M3 12h18M12 3c5 5.5 5 12.5 0 18M12 3c-5 5.5-5 12.5 0 18" />
        </svg>
        <span>{name}</span>
      </summary>
      <form method="post" action={isShownOnce ? page.address : LANGUAGE_PATH}>
        <PageMark />
        <input type="hidden" name="page" value={page.address} />
        {notice && <input type="hidden" name={SHOWN_NOTICE} value={notice.name} />}
        {LANGUAGE_CODES.map((language) => (
          <Fragment key={language}>
            <button
              name="language"
              value={language}
              lang={language}
              form={formId ?? undefined}
              formNoValidate
              aria-pressed={language === page.language}
            >
              {LANGUAGES[language].name}
            </button>{' '}
          </Fragment>
        ))}
      </form>
    </details>
  );
}
