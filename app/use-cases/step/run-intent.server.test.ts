import { data } from '@remix-run/node';
import { expect, expectTypeOf, it } from 'vitest';
import { runIntent } from './run-intent.server';

function press(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const actions = { update: () => 'updated', remove: async () => 'removed', default: () => 'sent' };

it('does what the button stands for', async () => {
  expect(await runIntent(press({ intent: 'update' }), actions)).toBe('updated');
  expect(await runIntent(press({ intent: 'remove' }), actions)).toBe('removed');
  expect(await runIntent(press({ name: 'Ann' }), actions)).toBe('sent');
});

it.each([
  'constructor',
  'toString',
  '__proto__',
  'hasOwnProperty',
  'Update',
  '',
  'default',
  'other',
  '/update',
  'remove-code X',
])('sends the form for %j, or does what is there for other buttons', async (intent) => {
  expect(await runIntent(press({ intent }), actions)).toBe('sent');
  const expected = intent === 'default' ? 'sent' : 'another';
  expect(await runIntent(press({ intent }), { ...actions, other: () => 'another' })).toBe(expected);
});

it('takes a button from no field but its own', async () => {
  for (const name of ['action', '_action', '/update', '/constructor'])
    expect(await runIntent(press({ [name]: 'update' }), actions), name).toBe('sent');
  expect(await runIntent(press({ '/remove': '', intent: 'update' }), actions)).toBe('updated');
});

it('hands on what the action answers, with its type, and what it throws', async () => {
  const page = data({ typed: 'Ann' }, { status: 422 });
  const answer = await runIntent(press({}), { update: () => new Response(), default: async () => page });
  expectTypeOf(answer).toEqualTypeOf<Response | typeof page>();
  expect(answer).toBe(page);
  const redirect = new Response(null, { status: 303 });
  await expect(
    runIntent(press({}), {
      default() {
        throw redirect;
      },
    }),
  ).rejects.toBe(redirect);
});
