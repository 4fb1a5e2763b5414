import { createElement } from 'react';
import { describe, expect, it } from 'vitest';
import { type RouteUnderTest, serveSite } from '~tests/servers/site';

const cause = new TypeError('the cause of it');

const ROUTES: RouteUnderTest[] = [
  broken('loader', {
    loader() {
      throw new Error('the loader broke', { cause });
    },
  }),
  broken('action', {
    action() {
      throw new Error('the action broke', { cause });
    },
  }),
  broken('render', {
    default() {
      throw new Error('the render broke', { cause });
    },
  }),
  broken('missing', {
    loader() {
      throw new Response(null, { status: 404 });
    },
  }),
  broken('text', {
    loader() {
      throw { is: 'the text broke' };
    },
  }),
];

function broken(path: string, module: object): RouteUnderTest {
  return {
    id: path,
    path,
    module: { default: () => createElement('form', { method: 'post' }, createElement('button')), ...module },
  };
}

/** Serves the site until the test ends. @returns a function that requests a page */
async function open(options: { inDevelopment?: boolean; env?: Record<string, string> }) {
  const { origin, browser, log } = await serveSite({ ...options, routes: ROUTES });
  // Visit a page first: a form from a browser without cookies is refused.
  await browser.send('GET', new URL('/app/join/loader', origin));
  const request = async (what: string) => {
    const [method, body] = what === 'action' ? ['POST', 'a=b'] : ['GET'];
    const { status, headers, html } = await browser.send(method!, new URL(`/app/join/${what}`, origin), body);
    return { status, html, policy: headers.get('content-security-policy'), log };
  };
  return request;
}

describe('in development', () => {
  it.each(['loader', 'action', 'render'])(
    'shows the error of a throwing %s with its location and cause',
    async (what) => {
      const { status, html, policy, log } = await (await open({ inDevelopment: true }))(what);
      expect(status).toBe(500);
      expect(html).toContain(`Error: the ${what} broke`);
      expect(html).toContain('TypeError: the cause of it');
      expect(html).toContain('developer-error.test.ts:');
      const reference = /requestId in the log: <code>([\da-f]{8})</.exec(html)?.[1];
      expect(log()).toContain(`${reference}"`);
      expect(policy).toContain("script-src 'self';");
      expect(html).not.toMatch(/<script(?![^>]* src=)/);
    },
  );

  it('shows the visitor’s page below a collapsible error', async () => {
    const { html } = await (await open({ inDevelopment: true }))('loader');
    const [, developers = '', visitors = ''] = /<details open(.*)<\/details>(.*)/s.exec(html) ?? [];
    expect(developers).toContain('the loader broke');
    expect(visitors).toContain('An error has occurred');
    expect(visitors).not.toContain('the loader broke');
  });

  it('shows a thrown value that is not an Error', async () => {
    const { html } = await (await open({ inDevelopment: true }))('text');
    expect(html).toContain('the text broke');
  });

  it('shows a missing page as usual', async () => {
    const { status, html } = await (await open({ inDevelopment: true }))('missing');
    expect(status).toBe(404);
    expect(html).not.toContain('<details open');
  });
});

it.each(['production', 'development', 'test'])(
  'shows no error details in a built server with NODE_ENV=%s',
  async (NODE_ENV) => {
    const request = await open({ env: { NODE_ENV } });
    for (const what of ['loader', 'action', 'render', 'text']) {
      const { status, html } = await request(what);
      expect(status).toBe(500);
      expect(html).toContain('An error has occurred');
      expect(html).not.toMatch(/broke|the cause of it|developer-error|\.tsx?:\d/);
    }
  },
);
