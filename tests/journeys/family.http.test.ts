import { describe, expect, it } from 'vitest';
import { pathAfter, parentOfMinnesota } from '~tests/answers/parent-answers';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();

it('reports that the form has no room for more children, and keeps every row', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'step2', parentOfMinnesota());
  const rows = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [
      [`children[${index}].firstName`, `Child ${index}`],
      [`children[${index}].lastName`, 'Lee'],
      [`children[${index}].email`, ''],
    ]).flat(),
  ) as Record<string, string>;
  for (let index = 1; index < 50; index += 1) await browser.press('Add Child');
  browser.fill(rows);
  const page = await browser.press('Add Child');
  expect([page.status, page.errors, page.text('p.changed')]).toEqual([
    200,
    [],
    'This form has room for 50 children. What you typed is kept. Please tell us about the others by phone or email.',
  ]);
  expect(page.values).toMatchObject(rows);
  expect(page.values).not.toHaveProperty('children[50].firstName');
});

describe('the children', () => {
  const child = (index: number, firstName: string) => ({
    [`children[${index}].firstName`]: firstName,
    [`children[${index}].lastName`]: 'Lee',
  });

  it('can be added and removed, and keep the other typed values', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    expect(browser.page.texts('legend')).toEqual(['Your co-parent', expect.any(String), 'Child']);
    expect(() => browser.page.button('Remove')).toThrow('no button');

    browser.fill(answers.step2);
    await browser.press('Add Child');
    browser.fill(child(1, 'Dora'));
    await browser.press('Add Child');
    browser.fill(child(2, 'Emil'));
    expect(browser.page.errors).toEqual([]);
    expect(browser.page.texts('legend').slice(2)).toEqual(['Child', 'Child 2', 'Child 3']);

    await browser.press('Remove', 2);
    expect(browser.page.values).toMatchObject({
      firstName: 'Ben',
      'children[0].firstName': 'Cleo',
      'children[1].firstName': 'Emil',
    });
    expect(browser.page.values).not.toHaveProperty('children[2].firstName');
    await browser.press('Continue');
    const page = await browser.open('/step2');
    expect(page.values).toMatchObject({ 'children[0].firstName': 'Cleo', 'children[1].firstName': 'Emil' });
  });

  it('have separate errors', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    browser.fill(answers.step2);
    await browser.press('Add Child');
    browser.fill({
      'children[0].email': 'kid@example.com',
      ...child(1, 'Dora'),
      'children[1].email': 'KID@example.com',
    });
    const page = await browser.press('Continue');
    expect(page.errorOf('children[0].email')).toBe('');
    expect(page.errorOf('children[1].email')).toBe('This email is already used for another child');
    browser.fill({ 'children[1].email': answers.step1.email! });
    expect((await browser.press('Continue')).errorOf('children[1].email')).toContain("cannot match either parent's");
  });
});

describe('the co-parent', () => {
  it.each([
    ['the parent’s e-mail', { email: 'OWN' }, 'email', 'The email of the co-parent cannot be the same as your email.'],
    ['no e-mail', { email: '' }, 'email', "Enter your co-parent's email"],
    [
      'neither a known e-mail nor a phone',
      { email: '', knowsCoParentEmail: 'no' },
      'phoneNumber',
      "Enter your co-parent's phone number",
    ],
    [
      'the parent’s phone',
      { phoneNumber: '612 555 0100' },
      'phoneNumber',
      "Your co-parent's phone number cannot be the same as yours.",
    ],
  ])('is rejected with %s', async (_what, typed, field, message) => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    browser.fill({
      ...answers.step2,
      ...typed,
      ...('email' in typed && typed.email === 'OWN' && { email: answers.step1.email! }),
    });
    const page = await browser.press('Continue');
    expect([page.status, page.errorOf(field)]).toEqual([422, message]);
  });

  it('is accepted without a known e-mail', async () => {
    const browser = server.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step2', answers);
    browser.fill({ ...answers.step2, email: '', knowsCoParentEmail: 'no', phoneNumber: '612-555-0199' });
    expect((await browser.press('Continue')).path).toBe(pathAfter('step2'));
  });
});
