import type { ErrorRequestHandler, Request } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { DeveloperError } from '~/components/page/developer-error';
import { Document } from '~/components/page/document';
import type { Page } from '~/components/page/page-context';
import { BrokenPage, MissingPage, RefusedPage } from '~/components/page/problem-pages';
import { FORM_ID } from '~/components/page/route-handle';
import { SendAgain, type SendAgainProps } from '~/components/page/send-again';
import { formatWait } from '~/i18n/format-wait';
import { translate } from '~/i18n/translator';
import { isControlField, SECRET_FIELDS } from '~/forms/control-fields';
import type { Cookies } from '~/server/session/cookies.server';
import { EXIT_PATH } from './exit.server';
import type { FormTokens } from '~/server/request/form-tokens';
import { languageDetection } from '~/server/request/language.server';
import { buildPage, type PageSettings } from '~/server/request/page.server';
import { RefusedRequest, type RefusalCode } from '~/server/request/refused-request';
import { BASE_PATH } from '~/domain/base-path';

const LANGUAGE_PATH = `${BASE_PATH}/language`;

/** Whose form is not at fault, so that its visitor gets it back and can send it once more. */
const SENT_AGAIN: readonly RefusalCode[] = ['too-many-requests', 'draft-too-large', 'no-room', 'busy'];

interface Options {
  settings: PageSettings;
  cookies: Cookies;
  formTokens: FormTokens;
  onRefused(code: RefusalCode): void;
}

export function refusalPage({ settings, cookies, formTokens, onRefused }: Options): ErrorRequestHandler {
  const detectLanguage = languageDetection(cookies);
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const refused = error instanceof RefusedRequest ? error : undefined;
    if (refused) onRefused(refused.code);
    const { retryAfter } = refused?.details ?? {};
    if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
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
    const why = { title: t('common:sendAgain.title'), text: t('common:sendAgain.text') };
    return renderSendAgain(req, page, { ...why, form: [...(req.guardedBody ?? [])] });
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
  const form = findUnsaved(req, refused);
  if (form) {
    const { retryAfter } = refused.details;
    const wait =
      retryAfter !== undefined
        ? t('common:sendAgain.wait', { wait: formatWait(retryAfter, page.language) })
        : undefined;
    return renderSendAgain(req, page, { title, text: t(`common:refused.${refused.code}.text`), wait, form });
  }
  return renderToStaticMarkup(
    <Document page={page} title={title} formId={null}>
      <RefusedPage code={refused.code} />
    </Document>,
  );
}

type Fields = [name: string, value: string][];

/** What was posted and would be lost; undefined where nothing was, or where the form itself is at fault. */
function findUnsaved(req: Request, { code, details }: RefusedRequest): Fields | undefined {
  if (!SENT_AGAIN.includes(code)) return undefined;
  const form = [...(details.form ?? req.guardedBody ?? [])];
  return form.length > 0 ? form : undefined;
}

function renderSendAgain(
  req: Request,
  page: Page,
  { form, ...why }: Pick<SendAgainProps, 'title' | 'text' | 'wait'> & { form: Fields },
): string {
  const isStep = ![EXIT_PATH, LANGUAGE_PATH].includes(req.path);
  return renderToStaticMarkup(
    <Document page={page} title={why.title} formId={isStep ? FORM_ID : null}>
      <SendAgain {...why} {...sendAgainProps(req, form)} />
    </Document>,
  );
}

function sendAgainProps(
  req: Request,
  posted: Fields,
): Pick<SendAgainProps, 'address' | 'fields' | 'typed' | 'lacksSecrets'> {
  const fields = posted.filter(([name]) => !SECRET_FIELDS.includes(name));
  return {
    address: req.originalUrl,
    fields,
    typed: fields.flatMap(([name, value]) => (value === '' || isControlField(name) ? [] : [value])),
    lacksSecrets: posted.some(([name, value]) => SECRET_FIELDS.includes(name) && value !== ''),
  };
}
