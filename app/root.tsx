import { isRouteErrorResponse, Outlet, useMatches, useRouteError } from '@remix-run/react';
import { DeveloperError } from './components/page/developer-error';
import { Document } from './components/page/document';
import { usePage } from './components/page/page-context';
import { BrokenPage, MissingPage, RefusedPage } from './components/page/problem-pages';
import { FORM_ID, type RouteHandle, type ScreenData } from './components/page/route-handle';
import { translate } from './i18n/translator';

export default function Root() {
  const page = usePage();
  const leaf = useMatches().at(-1);
  const screen = (leaf?.handle ?? {}) as RouteHandle;
  const { hasForm, scripts, title = screen.title } = (leaf?.data ?? {}) as ScreenData;
  return (
    <Document
      page={page}
      title={title && translate(page.language)(title)}
      formId={screen.form === true && hasForm !== false ? FORM_ID : null}
      hidesLogIn={screen.hidesLogIn}
      isShownOnce={screen.isShownOnce}
      sheet={screen.sheet}
      scripts={scripts}
      asksForAnalytics={screen.asksForAnalytics}
    >
      <Outlet />
    </Document>
  );
}

export function ErrorBoundary() {
  const page = usePage();
  const error = useRouteError();
  const t = translate(page.language);
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const [title, content] =
    status === 404
      ? [t('common:missing.title'), <MissingPage key="missing" />]
      : status === 405
        ? [t('common:refused.method-not-allowed.title'), <RefusedPage key="refused" code="method-not-allowed" />]
        : [t('common:broken.title'), <BrokenPage key="broken" />];
  return (
    <Document page={page} title={title} formId={null}>
      {status >= 500 && page.developmentScript && <DeveloperError error={error} reference={page.reference} />}
      {content}
    </Document>
  );
}
