import type { ErrorRequestHandler, Request } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { Document } from '~/components/document';
import { BrokenPage, MissingPage, RefusedPage } from '~/components/problem-pages';
import { findLanguage, isLanguage, type Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { Cookies } from './cookies.server';
import { buildPage, type PageSettings } from './page.server';
import { RefusedRequest } from './refused-request';

/**
 * Makes a page of every request that did not reach a route: refused ones say what is wrong and what to do, broken ones that it is our
 * fault. All of them bear the reference that is in the log.
 */
export function refusalPage(settings: PageSettings, cookies: Cookies): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const refused = error instanceof RefusedRequest ? error : undefined;
    if (!refused) res.err = error instanceof Error ? error : new Error('not an error', { cause: error });
    languageOf(req, cookies)
      .then((language) => {
        const page = buildPage(settings, { req, language, session: undefined });
        res
          .status(refused?.status ?? 500)
          .type('html')
          .send(`<!DOCTYPE html>${render(page, refused)}`);
      })
      .catch(next);
  };
}

function render(page: ReturnType<typeof buildPage>, refused: RefusedRequest | undefined): string {
  const t = translate(page.language);
  if (!refused || refused.code === 'not-found') {
    return renderToStaticMarkup(
      <Document page={page} title={t(refused ? 'common:missing.title' : 'common:broken.title')} formId={null}>
        {refused ? <MissingPage /> : <BrokenPage />}
      </Document>,
    );
  }
  const title = t(`common:refused.${refused.code}.title`);
  return renderToStaticMarkup(
    <Document page={page} title={title} formId={null}>
      <RefusedPage code={refused.code} />
    </Document>,
  );
}

async function languageOf(req: Request, cookies: Cookies): Promise<Language> {
  const remembered: unknown = await cookies.language.parse(req.headers.cookie ?? null);
  if (isLanguage(remembered)) return remembered;
  return findLanguage(req.headers['accept-language']);
}
