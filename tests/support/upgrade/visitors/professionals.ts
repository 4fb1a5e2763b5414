import { expect } from 'vitest';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import type { Visitor } from '../visitor';
import { walkOn } from '../walk-on';

function stopsAt(
  unique: string,
  path: string,
  rest: Pick<Visitor, 'was' | 'next' | 'keeps' | 'acceptLanguage' | 'isOnSqliteOnly'>,
): Visitor {
  return {
    ...rest,
    async walks({ browser }) {
      await browser.open('/pro/contact');
      await walkOn(browser, lawyerOfMinnesota(unique), path);
    },
    async comesBack({ browser }) {
      expect((await browser.open(path)).path).toBe(path);
      await walkOn(browser, lawyerOfMinnesota(unique), '/pro/done');
      expect(browser.page.heading).toContain('Iris');
    },
  };
}

export const PROFESSIONALS: Readonly<Record<string, Visitor>> = {
  'professional-contact': stopsAt('professional-contact', '/pro/practice', {
    isOnSqliteOnly: true,
    was: 'is a professional who gave name and e-mail',
    next: 'registers',
    keeps: ['/pro/contact'],
  }),
  'professional-practice': stopsAt('professional-practice', '/pro/security', {
    was: 'is a professional who described the practice, in Spanish',
    next: 'registers',
    acceptLanguage: 'es-MX',
    keeps: ['/pro/contact', '/pro/practice'],
  }),
  'professional-done': stopsAt('professional-done', '/pro/done', {
    isOnSqliteOnly: true,
    was: 'is a professional who has registered',
    next: 'still sees the next steps',
  }),
};
