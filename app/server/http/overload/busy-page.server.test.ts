import express from 'express';
import { expect, it } from 'vitest';
import { brandImages } from '~/server/http/brand-images.server';
import { securityHeaders } from '~/server/http/security-headers.server';
import { pageSettings } from '~/server/request/page.server';
import { createCookies } from '~/server/session/cookies.server';
import { readConfiguration } from '~/settings/configuration.server';
import { buildStylesheets } from '~/styles/stylesheet';
import { serveApp } from '~tests/servers/serve-app';
import { createBusyPage } from './busy-page.server';

async function serveBusy() {
  const configuration = readConfiguration({ DEMO: 'on' });
  const settings = pageSettings(configuration, brandImages(configuration), buildStylesheets('#000000', 120), null);
  const policy = { configuration, approvalOrigins: [], styleHashes: [], development: false };
  const busy = createBusyPage(settings, createCookies(configuration, ['s'.repeat(32)]), securityHeaders(policy));
  const app = express();
  app.use((req, res, next) => void busy.send(req, res, 7).catch(next));
  return (await serveApp(app)).origin;
}

it.each([
  ['en', '1-800-555-0199'],
  ['en-GB', '0808 157 0192'],
])('names the support phone for %s', async (language, phone) => {
  const answer = await fetch(`${await serveBusy()}/app/join/signup`, { headers: { 'accept-language': language } });
  expect(await answer.text()).toContain(phone);
});

it('keeps a mailed link out of the page and its Referer, although the headers are cached', async () => {
  const origin = await serveBusy();
  const paths = [
    '/invite?token=mailed-token&userId=mailed-user',
    '/signup',
    '/credentials?token=mailed-token',
    '/signup',
  ];
  const policies: (string | null)[] = [];
  for (const path of paths) {
    const answer = await fetch(`${origin}/app/join${path}`);
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toMatch(/mailed-/);
    policies.push(answer.headers.get('referrer-policy'));
  }
  expect(policies).toEqual(['strict-origin', 'same-origin', 'strict-origin', 'same-origin']);
});
