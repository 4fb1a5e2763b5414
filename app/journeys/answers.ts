import { chosenOptionsOf, serviceCodesOf, TONEMETERS } from '~/domain/build-your-own';
import type { Order } from '~/domain/order';
import { findForm, FORMS } from '~/steps';
import type { Family } from '~/steps/family';
import type { BuildYourOwn } from '~/steps/packages';
import type { StepName } from './journey';
import { draftKey, journeyOf, type Draft, type JoinState } from './join-state';

/**
 * Every accepted answer as a draft of its form, so that a visitor who must start again need not retype anything
 * (docs/rules.md, "Lost registration"). Input that was not accepted yet stays as typed.
 */
export function answersAsDrafts(state: JoinState): NonNullable<JoinState['drafts']> {
  const { parent, family, chosenPackage, order, billing, drafts } = state;
  const journey = journeyOf(state);
  const isInvited = journey === 'invited';
  const answers: Partial<Record<string, object | undefined>> = {
    ...keptByName(state, Object.keys(FORMS[journey])),
    step1: parent,
    step2: family && familyFormOf(family),
    [isInvited ? 'packages' : 'step3']: chosenPackage && { packageId: chosenPackage.id },
    [isInvited ? 'choose-your-own' : 'alacarte']: order?.productId ? choiceOf(order) : undefined,
    'payment/billing': billing && { ...billing, ...parent },
  };
  const made = Object.entries(answers).flatMap(([name, answer]) =>
    answer
      ? [[draftKey(journey, name as StepName), draftOf(answer, findForm(journey, name)?.names ?? [])] as const]
      : [],
  );
  return { ...Object.fromEntries(made), ...drafts };
}

/** By default, a step stores its answers under its own name. */
function keptByName(state: JoinState, steps: readonly string[]): Record<string, object> {
  const slices = Object.entries(state).filter(([name]) => steps.includes(name));
  return Object.fromEntries(slices.filter((slice): slice is [string, object] => typeof slice[1] === 'object'));
}

/** The fields that the form asks for, nested as `children[0].firstName`. Omitted answers have no field. */
function draftOf(answer: object, names: readonly string[]): Draft {
  const draft: Draft = {};
  const add = (value: unknown, name: string) => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) value.forEach((item, index) => add(item, `${name}[${index}]`));
    else if (typeof value === 'object') for (const [key, item] of Object.entries(value)) add(item, `${name}.${key}`);
    else (draft[name] ??= []).push(String(value));
  };
  for (const [name, value] of Object.entries(answer)) if (names.includes(name)) add(value, name);
  return draft;
}

/** An accepted family as the values of its form. */
export function familyFormOf({ coParent, children }: Family) {
  return {
    ...coParent,
    knowsCoParentEmail: coParent.knowsCoParentEmail ? ('yes' as const) : ('no' as const),
    children: children.length > 0 ? children : [{}],
  };
}

export function orderOf(packageId: string, choice: BuildYourOwn): Order {
  return { packageId, productId: choice.subscription, services: serviceCodesOf(choice) };
}

/** A package that the visitor built, as the values of its form. */
export function choiceOf({ productId, services }: Order) {
  const { myfiles, unlimitedPayments } = chosenOptionsOf(services);
  return {
    subscription: productId ?? 'SUB1YEAR',
    myfiles: myfiles ? 'on' : undefined,
    tonemeter: TONEMETERS.filter((code) => services.includes(code)),
    unlimitedPayments: unlimitedPayments ? 'on' : undefined,
  };
}
