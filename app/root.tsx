import { isRouteErrorResponse, Outlet, useMatches, useRouteError } from '@remix-run/react';
import { DeveloperError } from './components/page/developer-error';
import { Document } from './components/page/document';
import { usePage } from './components/page/page-context';
import { BrokenPage, MissingPage, RefusedPage } from './components/page/problem-pages';
import { FORM_ID, type RouteHandle, type ScreenData } from './components/page/route-handle';

export default function Root() {
  const page = usePage();
  const leaf = useMatches().at(-1);
  const screen = (leaf?.handle ?? {}) as RouteHandle;
  const { hasForm, scripts, notice } = (leaf?.data ?? {}) as ScreenData;
  return (
    <Document
      page={page}
      formId={screen.form === true && hasForm !== false ? FORM_ID : null}
      hidesLogIn={screen.hidesLogIn}
      isShownOnce={screen.isShownOnce}
      notice={notice}
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
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return (
    <Document page={page} formId={null}>
      {status >= 500 && page.developmentScript && <DeveloperError error={error} reference={page.reference} />}
      {status === 404 ? <MissingPage /> : status === 405 ? <RefusedPage code="method-not-allowed" /> : <BrokenPage />}
    </Document>
  );
}
