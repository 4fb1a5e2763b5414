import { Router } from 'express';
import { Document, renderDocument } from '~/components/page/document';
import { MainProductPage } from '~/components/page/main-product-page';
import type { Cookies } from '~/server/session/cookies.server';
import { languageDetection } from '~/server/request/language.server';
import { buildPage, type PageSettings } from '~/server/request/page.server';

/** Placeholder pages, so that the demo has no dead links. */
export function mainProductDemo(settings: PageSettings, cookies: Cookies): Router {
  const router = Router();
  const detectLanguage = languageDetection(cookies);
  const paths = Object.values(settings.forEveryPage.links).filter((url) => url.startsWith('/'));
  router.get(paths, (req, res, next) => {
    detectLanguage(req)
      .then((language) => {
        const page = buildPage(settings, { mark: null, req, language, session: undefined });
        const html = renderDocument(
          <Document page={page} formId={null}>
            <MainProductPage path={req.path} />
          </Document>,
        );
        res.type('html').send(html);
      })
      .catch(next);
  });
  return router;
}
