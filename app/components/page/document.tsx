import type { ReactNode } from 'react';
import { LANGUAGES } from '~/domain/languages';
import { AnalyticsQuestion } from './analytics-question';
import { PageProvider, type Page } from './page-context';
import { PageFooter } from './page-footer';
import { PageHeader } from './page-header';
import { useTranslate } from './use-translate';

interface DocumentProps {
  page: Page;
  title: string;
  /** The id of the page's form: header buttons belong to it, and Enter presses its Continue. */
  formId: string | null;
  hidesLogIn?: boolean;
  isLongForm?: boolean;
  hasEnhancement?: boolean;
  /** The page may ask about analytics, of whoever did not answer yet. */
  asksForAnalytics?: boolean;
  children: ReactNode;
}

/** The HTML around a route. Independent of Remix, so that earlier refusals look the same. */
export function Document({ page, ...frame }: DocumentProps) {
  return (
    <PageProvider value={page}>
      <Frame page={page} {...frame} />
    </PageProvider>
  );
}

function Frame({
  page,
  title,
  formId,
  hidesLogIn = false,
  hasEnhancement = false,
  asksForAnalytics = false,
  isLongForm = false,
  children,
}: DocumentProps) {
  const t = useTranslate();
  const fullTitle = t('common:title', { title, brand: page.brandName });
  return (
    <html lang={page.language} dir={LANGUAGES[page.language].direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        <title>{page.hasErrors ? t('common:errorTitle', { title: fullTitle }) : fullTitle}</title>
        <link rel="icon" href={page.favicon.address} type={page.favicon.mediaType} />
        <style dangerouslySetInnerHTML={{ __html: isLongForm ? page.longFormStylesheet : page.stylesheet }} />
        {hasEnhancement && page.script && <script type="module" src={page.script} />}
        {page.developmentScript && <script type="module" src={page.developmentScript} />}
      </head>
      <body>
        {formId && (
          // Enter presses a form's first submit button, which must not be the language selector's. Empty, because text browsers would show a
          // Continue that does nothing.
          <button className="default-button" form={formId} tabIndex={-1} aria-hidden="true" />
        )}
        {hasEnhancement && formId && (
          // Counts how many visitors complete a step with the script (app/entry.client.tsx).
          <input type="hidden" form={formId} name="script" value="did-not-run" />
        )}
        <a className="skip-link" href="#main">
          {t('common:skipToContent')}
        </a>
        <PageHeader formId={formId} hidesLogIn={hidesLogIn} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        {asksForAnalytics && page.asksForAnalytics && <AnalyticsQuestion />}
        <PageFooter />
      </body>
    </html>
  );
}
