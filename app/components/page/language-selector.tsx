import { Fragment } from 'react';
import { FormToken } from '~/components/form/form-token';
import { BASE_PATH } from '~/domain/base-path';
import { LANGUAGES } from '~/domain/languages';
import { LANGUAGE_CODES } from '~/i18n/languages';
import { LANGUAGE_ID } from './route-handle';
import { usePage } from './page-context';
import { useTranslate } from './use-translate';

/** On a page with a form the buttons belong to that form, so that nothing typed is lost. Text browsers ignore `form` and send this one. */
export function LanguageSelector({ formId }: { formId: string | null }) {
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
    <form className="languages" method="post" action={`${BASE_PATH}/language`} aria-label={t('common:language.label')}>
      <FormToken />
      <input type="hidden" name="page" value={page.address} />
      {buttons}
    </form>
  );
}
