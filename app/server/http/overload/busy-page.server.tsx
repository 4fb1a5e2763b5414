import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { BusyNotice } from '~/components/page/busy-notice';
import { Document } from '~/components/page/document';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { Cookies } from '~/server/session/cookies.server';
import { languageDetection } from '~/server/request/language.server';
import { pageWithoutVisit, type PageSettings } from '~/server/request/page.server';

type Encoding = 'br' | 'gzip' | 'identity';

export interface BusyPage {
  /** @param res with its status */
  send(req: Request, res: Response): Promise<void>;
}

/** The page for visitors who are turned away. Rendered and compressed once per language, so that each response costs almost nothing. */
export function createBusyPage(settings: PageSettings, cookies: Cookies): BusyPage {
  const detectLanguage = languageDetection(cookies);
  const made = new Map<Language, Promise<Record<Encoding, Buffer>>>();

  return {
    async send(req, res) {
      const language = await detectLanguage(req);
      const bodies = made.get(language) ?? make(language);
      made.set(language, bodies);
      const encoding = encodingFor(req);
      if (encoding !== 'identity') res.set('Content-Encoding', encoding);
      const body = (await bodies)[encoding];
      res.set({ 'Cache-Control': 'no-store', Vary: 'Accept-Encoding, Accept-Language, Cookie' });
      // Not `res.send`, which would hash the body for each response.
      res
        .type('html')
        .set('Content-Length', String(body.length))
        .end(req.method === 'HEAD' ? undefined : body);
    },
  };

  async function make(language: Language): Promise<Record<Encoding, Buffer>> {
    const page = pageWithoutVisit(settings, language);
    const title = translate(language)('common:refused.busy.title');
    const html = renderToStaticMarkup(
      <Document page={page} title={title} formId={null}>
        <BusyNotice />
      </Document>,
    );
    const identity = Buffer.from(`<!DOCTYPE html>${html}`);
    const [br, gz] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
    return { identity, br, gzip: gz };
  }
}

function encodingFor(req: Request): Encoding {
  return (req.acceptsEncodings(['br', 'gzip', 'identity']) || 'identity') as Encoding;
}
