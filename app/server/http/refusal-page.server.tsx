import type { ErrorRequestHandler, Request } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { DeveloperError } from '~/components/page/developer-error';
import { Document } from '~/components/page/document';
import type { Page } from '~/components/page/page-context';
import { BrokenPage, MissingPage, RefusedPage } from '~/components/page/problem-pages';
import { FORM_ID } from '~/components/page/route-handle';
import { SendAgain, type SendAgainProps } from '~/components/page/send-again';
import { translate } from '~/i18n/translator';
import { isControlField, SECRET_FIELDS } from '~/forms/control-fields';
import type { Cookies } from '~/server/session/cookies.server';
import { EXIT_PATH } from './exit.server';
import type { FormTokens } from '~/server/request/form-tokens';
import { languageDetection } from '~/server/request/language.server';
import { buildPage, type PageSettings } from '~/server/request/page.server';
import { RefusedRequest } from '~/server/request/refused-request';
import { BASE_PATH } from '~/domain/base-path';

const LANGUAGE_PATH = `${BASE_PATH}/language`;

export function refusalPage(settings: PageSettings, cookies: Cookies, formTokens: FormTokens): ErrorRequestHandler {
  const detectLanguage = languageDetection(cookies);
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const refused = error instanceof RefusedRequest ? error : undefined;
    if (!refused)
      res.err = error instanceof Error ? error : new Error('thrown value is not an Error', { cause: error });
    pageFor(req)
      .then((page) => {
        res
          .status(refused?.status ?? 500)
          .type('html')
          .send(`<!DOCTYPE html>${render(req, page, refused, error)}`);
      })
      .catch(next);
  };

  async function pageFor(req: Request): Promise<Page> {
    const visitorId = await cookies.visitor.parse(req.headers.cookie ?? null);
    const forms = visitorId === null ? { formToken: null, formMark: null } : formTokens.forVisitor(visitorId);
    return buildPage(settings, { req, language: await detectLanguage(req), session: undefined, ...forms });
  }
}

function render(req: Request, page: Page, refused: RefusedRequest | undefined, error: unknown): string {
  const t = translate(page.language);
  if (refused?.code === 'form-token') {
    const isStep = ![EXIT_PATH, LANGUAGE_PATH].includes(req.path);
    return renderToStaticMarkup(
      <Document page={page} title={t('common:sendAgain.title')} formId={isStep ? FORM_ID : null}>
        <SendAgain {...sendAgainProps(req)} />
      </Document>,
    );
  }
  if (!refused || refused.code === 'not-found') {
    return renderToStaticMarkup(
      <Document page={page} title={t(refused ? 'common:missing.title' : 'common:broken.title')} formId={null}>
        {!refused && page.developmentScript && <DeveloperError error={error} reference={page.reference} />}
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

function sendAgainProps(req: Request): SendAgainProps {
  const posted = [...(req.guardedBody ?? [])];
  const fields = posted.filter(([name]) => !SECRET_FIELDS.includes(name));
  return {
    address: req.originalUrl,
    fields,
    typed: fields.flatMap(([name, value]) => (value === '' || isControlField(name) ? [] : [value])),
    lacksSecrets: posted.some(([name, value]) => SECRET_FIELDS.includes(name) && value !== ''),
  };
}
