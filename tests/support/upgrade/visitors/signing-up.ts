import { expect } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { finishAsParent } from '../finish';
import type { Visitor } from '../visitor';
import { walkOn } from '../walk-on';

const OFFER = '/signup?ado=true&jek=spring&pv=MjA=';
/** Package 2021 less 20%, with tax. */
const DISCOUNTED = '143.64';

export const SIGNING_UP: Readonly<Record<string, Visitor>> = {
  'link-followed': {
    isOnSqliteOnly: true,
    was: 'followed a discount link and typed nothing',
    next: 'signs up with the discount',
    walks: async ({ browser }) => void (await browser.open(OFFER)),
    comesBack: async ({ browser }) => {
      await browser.open('/step1');
      await finishAsParent(browser, parentOfMinnesota('link-followed'), DISCOUNTED);
    },
  },
  'family-begun': {
    isOnSqliteOnly: true,
    was: 'typed half a family and went back',
    next: 'finds both steps filled in and goes on',
    keeps: ['/step1', '/step2'],
    async walks({ browser }) {
      const answers = parentOfMinnesota('family-begun');
      await browser.open('/step1');
      await walkOn(browser, answers, '/step2');
      browser.fill({ firstName: 'Ben', email: 'ben@', 'children[0].firstName': 'Cleo' });
      await browser.press('Back');
    },
    async comesBack({ browser }) {
      expect((await browser.open('/step2')).values).toMatchObject({ firstName: 'Ben', email: 'ben@' });
      await finishAsParent(browser, parentOfMinnesota('family-begun'));
    },
  },
  'at-packages': {
    was: 'came by a discount link, in Spanish, and looks at the packages',
    next: 'buys with the discount',
    acceptLanguage: 'es-MX',
    keeps: ['/step1', '/step2'],
    async walks({ browser }) {
      await browser.open(OFFER);
      await browser.open('/step1');
      await walkOn(browser, parentOfMinnesota('at-packages'), '/step3');
    },
    async comesBack({ browser }) {
      expect((await browser.open('/step3')).path).toBe('/step3');
      await finishAsParent(browser, parentOfMinnesota('at-packages'), DISCOUNTED);
    },
  },
  'own-build': {
    isOnSqliteOnly: true,
    was: 'chose to build a package, in Spanish',
    next: 'builds it and buys it',
    acceptLanguage: 'es-MX',
    keeps: ['/step1', '/step2', '/step3'],
    async walks({ browser }) {
      await browser.open('/step1');
      await walkOn(browser, { ...parentOfMinnesota('own-build'), step3: { packageId: '2041' } }, '/alacarte');
    },
    async comesBack({ browser }) {
      expect((await browser.open('/alacarte')).path).toBe('/alacarte');
      await finishAsParent(browser, parentOfMinnesota('own-build'), null);
    },
  },
  'duplicate-found': {
    isOnSqliteOnly: true,
    was: 'typed an e-mail that has an account',
    next: 'starts again with another e-mail, the rest still typed',
    async walks({ browser }) {
      const answers = parentOfMinnesota('duplicate-found');
      await browser.open('/step1');
      await walkOn(browser, { ...answers, step1: { ...answers.step1, email: 'taken@example.com' } }, '/duplicate');
    },
    async comesBack({ browser }) {
      expect((await browser.open('/duplicate')).text('main')).toContain('taken@example.com');
      expect((await browser.open('/step1')).values).toMatchObject({ firstName: 'Ann', email: 'taken@example.com' });
      await finishAsParent(browser, parentOfMinnesota('duplicate-found'));
    },
  },
};
