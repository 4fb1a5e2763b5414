import type { ErrorRequestHandler, Request, Response } from 'express';
import { DeveloperError } from '~/components/page/developer-error';
import { Document, renderDocument } from '~/components/page/document';
import type { Page } from '~/components/page/page-context';
import { BrokenPage, MissingPage, RefusedPage } from '~/components/page/problem-pages';
import { FORM_ID } from '~/components/page/route-handle';
import {
  OTHER_FORM_ID,
  OtherSignUp,
  SendAgain,
  type PostedForm,
  type SendAgainProps,
} from '~/components/page/send-again';
import { formatWait } from '~/i18n/format-wait';
import { translate } from '~/i18n/translator';
import { isTypedField, SECRET_FIELDS } from '~/steps';
import { REFUSED_POST } from '~/steps/control-fields';
import type { Cookies } from '~/server/session/cookies.server';
import { languageDetection, postedLanguage } from '~/server/request/language.server';
import type { PageMarks } from '~/server/request/page-marks.server';
import { BEGIN_ANOTHER } from '~/server/request/page-owner.server';
import { buildPage, type PageSettings } from '~/server/request/page.server';
import { RefusedRequest, type RefusalCode, type RefusalDetails } from '~/server/request/refused-request';
import { EXIT_PATH, LANGUAGE_PATH, PREFERENCE_PATHS } from '~/domain/base-path';
import { nameIn } from '~/domain/list-item';
import { withoutMailedLink } from '~/domain/mailed-links';
import type { Language } from '~/i18n/languages';
import { regionsFor } from '~/i18n/regions';
import { countriesFor } from '~/reference/countries';

/** The paths whose forms contain no typed text, and are always accepted. */
const UNTYPED_PATHS = [EXIT_PATH, ...PREFERENCE_PATHS];

/** Refusals that are not caused by the form. The page contains the form, so that the visitor can send it again. */
const RETURNS_FORM: readonly RefusalCode[] = ['too-many-requests', 'draft-too-large', 'no-room', 'busy'];

interface RefusalPageOptions {
  settings: PageSettings;
  cookies: Cookies;
  marks: PageMarks;
  onRefused(req: Request, refused: RefusedRequest): void;
}

export function refusalPage({ settings, cookies, marks, onRefused }: RefusalPageOptions): ErrorRequestHandler {
  const detectLanguage = languageDetection(cookies);
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const refused = error instanceof RefusedRequest ? error : undefined;
    if (refused) onRefused(req, refused);
    const { retryAfter } = refused?.details ?? {};
    if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
    if (!refused)
      res.err = error instanceof Error ? error : new Error('thrown value is not an Error', { cause: error });
    Promise.all([pageFor(req), isOfOtherSignUp(refused?.code) && keepLanguage(req, res)])
      .then(([page]) => {
        res
          .status(refused?.status ?? 500)
          .type('html')
          .send(render(req, page, refused, error));
      })
      .catch(next);
  };

  async function pageFor(req: Request): Promise<Page> {
    const visitorId = await cookies.visitor.parse(req.headers.cookie ?? null);
    // The page has the same owner as the posted page.
    const mark = (req.pageMark ?? marks.read(undefined, visitorId)).again(visitorId);
    return buildPage(settings, {
      req,
      language: await detectLanguage(req),
      session: undefined,
      mark: mark && (() => mark),
    });
  }

  /** Stores the language chosen on the posted page, even if the post was refused. */
  async function keepLanguage(req: Request, res: Response): Promise<void> {
    const language = postedLanguage(req);
    if (language) res.append('Set-Cookie', await cookies.language.serialize(language));
  }
}

function render(req: Request, page: Page, refused: RefusedRequest | undefined, error: unknown): string {
  const t = translate(page.language);
  const code = refused?.code;
  const details = { ...refused?.details, form: findReturnable(req, refused?.details ?? {}) };
  if (code === 'page-mark' && details.form) {
    const why = { title: t('common:sendAgain.title'), text: t('common:sendAgain.text') };
    return renderSendAgain(req, page, { ...why, form: details.form });
  }
  if (code === 'page-mark' || isOfOtherSignUp(code)) return renderOtherSignUp(req, page, details);
  if (!refused || code === undefined || code === 'not-found') {
    return renderDocument(
      <Document page={page} formId={null}>
        {!refused && page.developmentScript && <DeveloperError error={error} reference={page.reference} />}
        {refused ? <MissingPage /> : <BrokenPage />}
      </Document>,
    );
  }
  const title = t(`common:refused.${code}.title`);
  const { form, retryAfter } = details;
  // Otherwise the form caused the refusal.
  if (RETURNS_FORM.includes(code) && form?.length) {
    const wait =
      retryAfter !== undefined
        ? t('common:sendAgain.wait', { wait: formatWait(retryAfter, page.language) })
        : undefined;
    return renderSendAgain(req, page, { title, text: t(`common:refused.${code}.text`), wait, form });
  }
  return renderDocument(
    <Document page={page} formId={null}>
      <RefusedPage code={code} />
    </Document>,
  );
}

type Fields = [name: string, value: string][];

/**
 * The posted form, which would be lost. After Exit the browser's next user can repeat a post of the earlier user, whose typed text must not
 * appear.
 */
function findReturnable(req: Request, { form = req.guardedBody ?? [] }: RefusalDetails): Fields | undefined {
  return req.pageMark?.isOfAnotherVisitor && !UNTYPED_PATHS.includes(req.path) ? undefined : [...form];
}

function renderSendAgain(
  req: Request,
  page: Page,
  { form, ...why }: Pick<SendAgainProps, 'title' | 'text' | 'wait'> & { form: Fields },
): string {
  const isStep = ![EXIT_PATH, LANGUAGE_PATH].includes(req.path);
  return renderDocument(
    <Document page={page} formId={isStep ? FORM_ID : null}>
      <SendAgain {...why} {...sendAgainProps(req, page, form)} />
    </Document>,
  );
}

function isOfOtherSignUp(code: RefusalCode | undefined): code is 'other-sign-up' | 'sign-up-begun' {
  return code === 'other-sign-up' || code === 'sign-up-begun';
}

/** docs/rules.md, "Page ownership" */
function renderOtherSignUp(req: Request, page: Page, { form, goOn, beginAnother }: RefusalDetails): string {
  const t = translate(page.language);
  const title = t(beginAnother === undefined ? 'common:otherSignUp.title' : 'common:signUpBegun.title');
  const begin = beginAnother === undefined ? undefined : { name: BEGIN_ANOTHER, value: beginAnother };
  return renderDocument(
    <Document page={page} formId={OTHER_FORM_ID}>
      <OtherSignUp title={title} goOn={goOn} beginAnother={begin} {...sendAgainProps(req, page, withoutSwitch(form))} />
    </Document>,
  );
}

function withoutSwitch(form: RefusalDetails['form'] = []): Fields {
  return [...form].filter(([name]) => name !== 'language');
}

/** A language button of a refusal page must not turn the refused post, which the page sends again, into a language switch. */
function sendAgainProps(req: Request, { language }: Page, posted: Fields): PostedForm {
  const has = (field: string) => posted.some(([name]) => name === field);
  const isSwitch = has('language') && !has(REFUSED_POST);
  const kept = isSwitch ? posted : withoutSwitch(posted);
  const fields = kept.filter(([name]) => name !== REFUSED_POST && !SECRET_FIELDS.includes(name));
  return {
    address: withoutMailedLink(req.originalUrl),
    fields: isSwitch ? fields : [...fields, [REFUSED_POST, '']],
    typed: typedTexts(fields, language),
    lacksSecrets: posted.some(([name, value]) => SECRET_FIELDS.includes(name) && value !== ''),
  };
}

function typedTexts(fields: Fields, language: Language): string[] {
  const country = fields.find(([name]) => name === 'country')?.[1] ?? '';
  return fields.flatMap(([name, value]) => {
    if (value === '') return [];
    if (name === 'country') return [nameIn(countriesFor(language), value)];
    if (name === 'region') return [nameIn(regionsFor(country, language), value)];
    return isTypedField(name) ? [value] : [];
  });
}
