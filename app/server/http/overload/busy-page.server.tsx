import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { BusyNotice } from '~/components/page/problem-pages';
import { Document, renderDocument } from '~/components/page/document';
import { findLanguage, type Language } from '~/i18n/languages';
import { referrerPolicyFor } from '~/server/http/security-headers.server';
import type { Cookies } from '~/server/session/cookies.server';
import { languageDetection } from '~/server/request/language.server';
import { pageWithoutVisit, type PageSettings } from '~/server/request/page.server';

type Encoding = 'br' | 'gzip' | 'identity';

export interface BusyPage {
  /** Responds with 503. Does not depend on other middleware. */
  send(req: Request, res: Response, retrySeconds: number): Promise<void>;
}

/**
 * The page for visitors who are turned away. It is rendered and compressed once per language, so that each response costs almost nothing.
 *
 * @param securityHeaders sets headers that do not depend on the request, except for the referrer policy
 */
export function createBusyPage(settings: PageSettings, cookies: Cookies, securityHeaders: RequestHandler): BusyPage {
  const detectLanguage = languageDetection(cookies);
  const rendered = new Map<Language, Promise<Record<Encoding, Buffer>>>();
  const headers = new Map<Encoding, OutgoingHttpHeaders>();

  return {
    async send(req, res, retrySeconds) {
      // Full detection is only needed if there are cookies. It costs more than reading the header.
      const hasCookies = req.headers.cookie !== undefined;
      const language = hasCookies ? await detectLanguage(req) : findLanguage(req.headers['accept-language']);
      const bodies = rendered.get(language) ?? render(language);
      rendered.set(language, bodies);
      const encoding = encodingFor(req);
      const body = (await bodies)[encoding];
      const common = headers.get(encoding) ?? makeHeaders(req, res, encoding);
      headers.set(encoding, common);
      const seconds = String(retrySeconds);
      res.writeHead(503, {
        ...common,
        'referrer-policy': referrerPolicyFor(req),
        'Content-Length': body.length,
        'Retry-After': seconds,
        Refresh: seconds,
      });
      res.end(req.method === 'HEAD' ? undefined : body);
    },
  };

  function makeHeaders(req: Request, res: Response, encoding: Encoding): OutgoingHttpHeaders {
    securityHeaders(req, res, () => undefined);
    res.set({ 'Cache-Control': 'no-store', Vary: 'Accept-Encoding, Accept-Language, Cookie' }).type('html');
    if (encoding !== 'identity') res.set('Content-Encoding', encoding);
    const { 'x-request-id': _id, traceparent: _trace, ...common } = res.getHeaders();
    return common;
  }

  async function render(language: Language): Promise<Record<Encoding, Buffer>> {
    const page = pageWithoutVisit(settings, language);
    const html = renderDocument(
      <Document page={page} formId={null}>
        <BusyNotice />
      </Document>,
    );
    const identity = Buffer.from(html);
    const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
    return { identity, br, gzip: gz };
  }
}

function encodingFor(req: Request): Encoding {
  return (req.acceptsEncodings(['br', 'gzip', 'identity']) || 'identity') as Encoding;
}
