import { Router } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { Document } from '~/components/document';
import { MainProductPage } from '~/components/main-product-page';
import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import { buildPage, type PageSettings } from './page.server';

/**
 * In demo mode the pages of the main product, which are not ours, say that it would take over there, so that no link of a demo is dead.
 *
 * @param urls the configured addresses; those on other hosts are left out
 */
export function mainProductDemo(settings: PageSettings, urls: readonly string[]): Router {
  const router = Router();
  const paths = urls.filter((url) => url.startsWith('/'));
  router.get(paths, (req, res) => {
    const page = buildPage(settings, {
      formToken: null,
      req,
      language: findLanguage(req.headers['accept-language']),
      session: undefined,
    });
    const title = translate(page.language)('common:mainProduct.title');
    const html = renderToStaticMarkup(
      <Document page={page} title={title} formId={null}>
        <MainProductPage path={req.path} />
      </Document>,
    );
    res.type('html').send(`<!DOCTYPE html>${html}`);
  });
  return router;
}
