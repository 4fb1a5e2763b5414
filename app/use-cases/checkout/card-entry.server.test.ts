import { expect, it } from 'vitest';
import type { Experiment } from '~/domain/experiments';
import type { JoinState } from '~/journeys/join-state';
import { IN_LONDON, IN_MINNESOTA } from '~tests/walks/parent-moves';
import { decideCardForm } from './card-entry.server';
import type { RequestContext } from '~/server/request/request-context.server';

it.each([
  ['GB, in treatment', { billing: IN_LONDON, treated: true, hasFields: true }, false],
  ['GB, in control', { billing: IN_LONDON, treated: false, hasFields: true }, true],
  ['GB, in treatment, where the provider has no fields', { billing: IN_LONDON, treated: true, hasFields: false }, true],
  ['the US, in treatment', { billing: IN_MINNESOTA, treated: true, hasFields: true }, true],
])('decides by UK_CARD_PROVIDER whether a card billed in %s may be typed', async (_who, given, expected) => {
  const context = {
    services: { takesPlainCards: true, tokenising: { browser: given.hasFields ? {} : undefined } },
    experiments: { isTreatment: async (name: Experiment) => name === 'UK_CARD_PROVIDER' && given.treated },
  } as unknown as RequestContext;
  expect(await decideCardForm(context, { billing: given.billing } as unknown as JoinState)).toBe(expected);
});
