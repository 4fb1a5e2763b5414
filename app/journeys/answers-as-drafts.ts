import { choiceOf } from './parent/build-your-own';
import { familyFormOf } from './parent/family-form';
import { draftKey, type StepName } from './journey';
import { journeyOf, type Draft, type JoinState } from './join-state';

/**
 * Every accepted answer as a draft of its form, so that somebody who has to start again types nothing twice (docs/rules.md, "Lost
 * registration"). What was typed and not accepted yet stays as it was typed.
 */
export function answersAsDrafts(state: JoinState): NonNullable<JoinState['drafts']> {
  const { parent, family, chosenPackage, order, billing, drafts } = state;
  const journey = journeyOf(state);
  const isInvited = journey === 'invited';
  const answers: Partial<Record<StepName, object | undefined>> = {
    step1: parent && contactFormOf(parent),
    step2: family && familyFormOf(family),
    [isInvited ? 'packages' : 'step3']: chosenPackage && { packageId: chosenPackage.id },
    [isInvited ? 'choose-your-own' : 'alacarte']: order?.productId ? choiceOf(order) : undefined,
    'payment/billing': billing && { ...billing, ...parent },
  };
  const made = Object.entries(answers).flatMap(([name, answer]) =>
    answer ? [[draftKey(journey, name as StepName), draftOf(answer)] as const] : [],
  );
  return { ...Object.fromEntries(made), ...drafts };
}

/** The first step does not ask for the time zone. */
function contactFormOf({ timezone: _timezone, ...contact }: NonNullable<JoinState['parent']>) {
  return contact;
}

/** By form field name, nested as `children[0].firstName`. An answer that was left out has no field. */
function draftOf(answer: object): Draft {
  const draft: Draft = {};
  const add = (value: unknown, name: string) => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) value.forEach((item, index) => add(item, `${name}[${index}]`));
    else if (typeof value === 'object')
      for (const [key, item] of Object.entries(value)) add(item, name ? `${name}.${key}` : key);
    else (draft[name] ??= []).push(String(value));
  };
  add(answer, '');
  return draft;
}
