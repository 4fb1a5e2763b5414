import { Router } from 'express';
import { Document, renderDocument } from '~/components/page/document';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
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

function MainProductPage({ path }: { path: string }) {
  const t = useTranslate();
  const { brandName } = usePage();
  return (
    <>
      <h1>{t('common:mainProduct.title')}</h1>
      <p>{t('common:mainProduct.text', { brand: brandName })}</p>
      <p>
        <code>{path}</code>
      </p>
      <p>
        <a className="button" href={`${BASE_PATH}/signup`}>
          {t('common:missing.back')}
        </a>
      </p>
    </>
  );
}
