import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createElement } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { openSite } from '~tests/servers/site';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><script>alert(1)</script></svg>';
const ROUTES = [{ id: 'page', path: 'page', module: { default: () => createElement('h1') } }];

async function open(files: Record<string, string | Buffer>) {
  const folder = mkdtempSync(join(tmpdir(), 'brand-'));
  const env: Record<string, string> = {};
  for (const [variable, content] of Object.entries(files))
    writeFileSync((env[variable] = join(folder, variable)), content);
  const { browser, origin, close } = await openSite({ env, routes: ROUTES });
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  return { page: await browser.open('/page'), origin };
}

it('shows the brand’s logo with its name and reserved space, and its favicon', async () => {
  const { page, origin } = await open({ BRAND_LOGO: SVG, BRAND_FAVICON: Buffer.from([0, 0, 1, 0, 1, 0]) });
  const { src, alt, width, height } = page.$('.logo img').attr() ?? {};
  expect({ alt, width, height }).toEqual({ alt: 'Evenkeel', width: '70', height: '28' });
  expect(page.$('.logo').text()).toBe('');
  expect(page.$('.logo').attr('aria-label')).toBe('Evenkeel home page');
  const icon = page.$('link[rel=icon]').attr() ?? {};
  expect(icon.type).toBe('image/x-icon');

  const logo = await fetch(origin + src);
  expect(await logo.text()).toBe(SVG);
  expect(Object.fromEntries(logo.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  const favicon = await fetch(origin + icon.href);
  expect([favicon.status, favicon.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
});

it('changes the URL with the image', async () => {
  const one = (await open({ BRAND_LOGO: SVG })).page.$('.logo img').attr('src');
  const other = (await open({ BRAND_LOGO: SVG.replace('alert', 'open') })).page.$('.logo img').attr('src');
  expect(one).toMatch(/^\/app\/join\/assets\/logo-[\da-f]{12}\.svg$/);
  expect(other).not.toBe(one);
});

it('shows the built-in mark and name if no image is set', async () => {
  const { page } = await open({});
  expect(page.$('.logo img')).toHaveLength(0);
  expect(page.$('.logo svg')).toHaveLength(1);
  expect(page.text('.logo')).toBe('Evenkeel');
  expect(page.$('link[rel=icon]').attr('href')).toBe('/app/join/favicon.svg');
});
