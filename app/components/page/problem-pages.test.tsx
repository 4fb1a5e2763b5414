import { expect, it } from 'vitest';
import { pageOf } from '~tests/browser/page-of';
import { Page } from '~tests/browser/plain-page';
import { Document, renderDocument } from './document';
import { RefusedPage } from './problem-pages';

it.each([
  ['too-many-requests', 'Try again', ''],
  ['no-room', 'Try again', ''],
  ['draft-too-large', 'Go to sign-up', '/app/join/signup'],
  ['body-malformed', undefined, undefined],
] as const)('fills the button that the text of %s advises', (code, button, address) => {
  const html = renderDocument(
    <Document page={pageOf({ path: '/step1' })} formId={null}>
      <RefusedPage code={code} />
    </Document>,
  );
  const page = new Page(new URL('http://fault/'), 500, new Headers(), html);
  const filled = page.$('main .primary');
  expect(filled.length).toBe(button ? 1 : 0);
  if (button) expect([filled.text(), filled.attr('href')]).toEqual([button, address]);
  expect(page.link('Go to sign-up')).toBe('/app/join/signup');
});
