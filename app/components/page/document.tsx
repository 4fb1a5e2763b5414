import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGES } from '~/domain/languages';
import { AnalyticsQuestion } from './analytics-consent';
import type { ScriptGroup } from '~/components/enhanced/script-groups';
import { Behind } from './behind';
import type { ShownNotice } from './notice';
import { PageProvider, type Page } from './page-context';
import { PageFooter } from './page-footer';
import { PageHeader } from './page-header';
import { useTranslate } from './use-translate';
import { SCRIPT_USE } from '~/steps/control-fields';
import type { Sheet } from '~/styles/stylesheet';

interface DocumentProps {
  page: Page;
  /** The id of the page's form: header buttons belong to it, and Enter presses its Continue. */
  formId: string | null;
  hidesLogIn?: boolean;
  isShownOnce?: boolean;
  notice?: ShownNotice;
  sheet?: Sheet;
  /** The page's enhancements; without any it loads no script. */
  scripts?: ScriptGroup;
  /** The page may ask undecided visitors about analytics. */
  asksForAnalytics?: boolean;
  children: ReactNode;
}

/** Placeholder of the heading, which is rendered after the title. */
const HEADING = '\uFFFC';

/** Renders a whole page, and uses its heading as the title. */
export function renderDocument(document: ReactElement): string {
  return `<!DOCTYPE html>${nameByHeading(renderToStaticMarkup(document))}`;
}

/** Puts the page's heading into its title (docs/rules.md, "Titles and autofill"). */
export function nameByHeading(html: string): string {
  const [, heading = ''] = /<h1[^>]*>([^]*?)<\/h1>/.exec(html) ?? [];
  // Replaces the placeholder only in the title, because an answer may contain the same character.
  const end = html.indexOf('</title>');
  return html.slice(0, end).replaceAll(HEADING, () => heading.replace(/<[^>]*>/g, '')) + html.slice(end);
}

/** The HTML around a route. Independent of Remix, so that errors before Remix look the same. */
export function Document({ page, ...frame }: DocumentProps) {
  return (
    <PageProvider value={page}>
      <Frame page={page} {...frame} />
    </PageProvider>
  );
}

function Frame({
  page,
  formId,
  hidesLogIn = false,
  isShownOnce = false,
  notice,
  scripts,
  asksForAnalytics = false,
  sheet = 'screens',
  children,
}: DocumentProps) {
  const t = useTranslate();
  const fullTitle = t('common:title', { title: HEADING, brand: page.brandName });
  return (
    <html lang={page.language} dir={LANGUAGES[page.language].direction}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="color-scheme" content="light dark" />
        {page.hasErrors ? (
          // A script restores the plain title once the last error is corrected.
          <title data-plain={fullTitle}>{t('common:errorTitle', { title: fullTitle })}</title>
        ) : (
          <title>{fullTitle}</title>
        )}
        <link rel="icon" href={page.favicon.address} type={page.favicon.mediaType} />
        <style dangerouslySetInnerHTML={{ __html: page.stylesheet(sheet) }} />
        {scripts && page.scripts && <ScriptTags entry={page.scripts.entry} group={page.scripts.groups[scripts]} />}
        {page.developmentScript && <script type="module" src={page.developmentScript} />}
      </head>
      <body>
        {formId && (
          // Enter presses a form's first submit button, which must not be the language selector's. It has no label, because text browsers
          // would show a Continue button that does nothing.
          <button className="default-button" form={formId} tabIndex={-1} aria-hidden="true" />
        )}
        {scripts && formId && (
          // Counts how many visitors complete a step with the script (app/entry.client.tsx).
          <input type="hidden" form={formId} name={SCRIPT_USE} value="did-not-run" />
        )}
        <Behind>
          <a className="skip-link" href="#main">
            {t('common:skipToContent')}
          </a>
        </Behind>
        <PageHeader formId={formId} hidesLogIn={hidesLogIn} isShownOnce={isShownOnce} notice={notice} />
        <main id="main" className={formId || page.hasDialog ? undefined : 'sheet'} tabIndex={-1}>
          {children}
        </main>
        {asksForAnalytics && page.asksForAnalytics && <AnalyticsQuestion />}
        <Behind>
          <PageFooter hasForm={formId !== null} />
        </Behind>
      </body>
    </html>
  );
}

/**
 * The browser requests both scripts with the page. Otherwise the entry would request the group only when it runs. `modulepreload` would
 * also fetch the group in browsers without scripts.
 */
function ScriptTags({ entry, group }: { entry: string; group: string | undefined }) {
  return (
    <>
      <script type="module" src={entry} />
      {group && <script type="module" src={group} />}
    </>
  );
}
