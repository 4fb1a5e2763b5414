import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { serveSite, type SiteSettings } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

type Trouble = NonNullable<SiteSettings['trouble']>;

const faulty = (field: string, text: string) =>
  new ORPCError('INVALID', { defined: true, status: 422, data: { validationErrors: [{ field, text }] } });

it.each<[string, () => Error, string]>([
  ['an unexpected error', () => new Error('no answer'), 'Error inesperado. Lo que escribió sigue aquí.'],
  ['a sentence of the backend', () => faulty('firstName', 'No such name'), 'Algo salió mal.'],
])('explains %s above the form of step 2 after a language switch', async (_what, makeError, text) => {
  const trouble: Trouble = () => ({ registrations: { update: () => Promise.reject(makeError()) } });
  const { browser } = await serveSite({ trouble });
  const answers = parentOfMinnesota();
  await walkTo(browser, 'step2', answers);
  browser.fill(answers.step2);
  const refused = await browser.press('Continue');
  expect(refused.text('.error-summary')).not.toBe('');
  for (const language of ['Español', 'English', 'Español']) await browser.press(language);
  const { page } = browser;
  expect([page.status, page.text('.error-summary'), page.values.firstName]).toEqual([
    200,
    expect.stringContaining(text),
    answers.step2.firstName,
  ]);
  expect(page.text('.error-summary')).not.toContain('No such name');
  expect(page.$('.error-summary li, .error-summary p')).toHaveLength(
    refused.$('.error-summary li, .error-summary p').length,
  );
});

it.each([
  ['securityAnswer', 'Not that answer', 'Ingrese'],
  ['securityQuestion', 'Not that question', 'Algo salió mal.'],
  ['securityQuestion', '', 'Ingrese una pregunta'],
])('explains a rejected %s of a professional after a language switch: %j', async (field, text, spanish) => {
  let isTroubled = false;
  const trouble: Trouble = ({ professional }) => ({
    professional: {
      validate: (...call) =>
        isTroubled
          ? Promise.reject(
              new ORPCError('CONFLICT', {
                defined: true,
                status: 409,
                data: { validationErrors: [{ field, text }] },
              }),
            )
          : professional.validate(...call),
    },
  });
  const { browser } = await serveSite({ trouble });
  const answers = lawyerOfMinnesota();
  await walkProfessionalTo(browser, 'security', answers);
  isTroubled = true;
  browser.fill(answers.security);
  const refused = await browser.press('Complete Signup');
  expect(refused.errorOf(field)).toContain(text);
  let page = refused;
  for (const language of ['Español', 'English', 'Español']) page = await browser.press(language);
  expect([page.errorOf(field), page.values.securityQuestion]).toEqual([
    expect.stringContaining(spanish),
    refused.values.securityQuestion,
  ]);
});
