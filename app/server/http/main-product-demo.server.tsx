import { Router } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { Document } from '~/components/page/document';
import { MainProductPage } from '~/components/page/main-product-page';
import { translate } from '~/i18n/translator';
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
        const title = translate(language)('common:mainProduct.title');
        const html = renderToStaticMarkup(
          <Document page={page} title={title} formId={null}>
            <MainProductPage path={req.path} />
          </Document>,
        );
        res.type('html').send(`<!DOCTYPE html>${html}`);
      })
      .catch(next);
  });
  return router;
}
