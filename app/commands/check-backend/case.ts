import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract';
import type { contract } from '~/backend/contract/contract';
import type { Known } from './known';
import type { Outcome, RefusalKind } from './outcome';
import type { Asked } from './wire';

type Inputs = InferContractRouterInputs<typeof contract>;
type Outputs = InferContractRouterOutputs<typeof contract>;
type Groups = keyof Outputs;
export type CallName = { [Group in Groups]: `${Group}.${Extract<keyof Outputs[Group], string>}` }[Groups];
type At<Router, Name> = Name extends `${infer Group}.${infer Call}`
  ? Group extends keyof Router
    ? Call extends keyof Router[Group]
      ? Router[Group][Call]
      : never
    : never
  : never;
export type AnswerOf<Name extends CallName> = At<Outputs, Name>;
type InputOf<Name extends CallName> = At<Inputs, Name>;

/** A problem of a response. With a `thin` one the sign-up works, but visitors notice it. */
export interface Finding {
  verdict: 'thin' | 'fail';
  because: string;
}

export interface Case {
  call: CallName;
  name: string;
  /** The contract's rule. */
  rule: string;
  /** The effect on the visitor if the backend follows the rule. */
  sees: string;
  /** The effect on the visitor otherwise. */
  otherwise: string;
  /** If it fails, the journey stops here. */
  mustSucceed?: true;
  /**
   * The request. Several requests are sent at once.
   *
   * @throws MissingInput if an earlier case did not yield a required value
   */
  ask(known: Known): Asked | Asked[] | Promise<Asked | Asked[]>;
  /** @param others the outcomes of the other requests, if there are several */
  judge(outcome: Outcome, known: Known, others: readonly Outcome[]): Finding[];
}

type Described = Pick<Case, 'name' | 'rule' | 'sees' | 'otherwise'>;
type Asking<Name extends CallName> = { ask(known: Known): InputOf<Name> | Promise<InputOf<Name>> };

/** A case that must succeed. `look` finds problems of the response, and stores the parts that later cases need. */
export function answered<Name extends CallName>(
  call: Name,
  {
    look = () => [],
    ifMissing = () => undefined,
    ask,
    ...described
  }: Described &
    Asking<Name> & {
      look?(answer: AnswerOf<Name>, known: Known): (Finding | false)[] | void;
      /** The effect on the visitor if the backend lacks the call. Only for calls that it may lack at first. */
      ifMissing?(known: Known): string | undefined;
    },
): Case {
  return {
    ...described,
    call,
    mustSucceed: true,
    ask: (known) => ask(known) as Asked | Promise<Asked>,
    judge(outcome, known) {
      if (outcome.kind !== 'answer') {
        const effect = outcome.status === 404 ? ifMissing(known) : undefined;
        return [effect === undefined ? fail(describe(outcome)) : thin(effect)];
      }
      const found = look(outcome.value as AnswerOf<Name>, known) ?? [];
      return [...found.filter((finding) => finding !== false), ...findEffects(call, outcome.missing).map(thin)];
    },
  };
}

/**
 * A case that must be refused, in one of these ways.
 *
 * @param given.isOptional the front end already checks this, so a wrong response is only thin
 * @param given.field a part of the name of a field that the faults must contain
 */
export function refused<Name extends CallName>(
  call: Name,
  {
    as,
    isOptional = false,
    field,
    ask,
    ...described
  }: Described & Asking<Name> & { as: readonly RefusalKind[]; isOptional?: boolean; field?: string },
): Case {
  return {
    ...described,
    call,
    ask: (known) => ask(known) as Asked | Promise<Asked>,
    judge(outcome) {
      if (outcome.kind === 'answer') {
        return [isOptional ? thin('accepted: the visitor sees no error') : fail('accepted instead of rejected')];
      }
      if (outcome.kind === 'broken' || !as.includes(outcome.kind)) return [fail(describe(outcome))];
      if (field !== undefined && !outcome.fields.some((name) => name.includes(field)))
        return [fail(`no fault has a field with "${field}"`)];
      const isSilent = outcome.kind === 'invalid' && outcome.texts.every((text) => text === '');
      return isSilent ? [thin('rejected without a text, so the visitor does not know what to fix')] : [];
    },
  };
}

export const thin = (because: string): Finding => ({ verdict: 'thin', because });
export const fail = (because: string): Finding => ({ verdict: 'fail', because });

const READ_AS: Readonly<Record<RefusalKind, string>> = {
  gone: 'the registration or invite does not exist',
  deadInvite: 'the invite is no longer valid',
  completed: 'the sign-up is already done',
  duplicate: 'the account already exists',
  invalid: 'invalid input',
  conflict: "invalid input in a professional's step",
  declined: 'the payment was declined',
  priceChanged: 'the price has changed',
};

export function describe(outcome: Exclude<Outcome, { kind: 'answer' }>): string {
  return outcome.kind === 'broken' ? outcome.because : `the front end reads it as "${READ_AS[outcome.kind]}"`;
}

/** The effect on the visitor of each missing field. Other fields are derived or never shown. */
const EFFECTS_OF_MISSING_FIELDS: readonly [field: RegExp, sees: string][] = [
  [/^packages\.list \[\]\.currencyCode$/, 'no package in another currency'],
  [/^packages\.list \[\]\.price$/, 'a package without its price'],
  [/^packages\.list \[\]\.features$/, 'a package without its features'],
  [/^packages\.list .*subscriptions.*price$/, 'terms without prices'],
  [/^packages\.list .*pricePerYear$/, 'options without prices'],
  [/^packages\.list .*options.*displayName$/, "an option's code instead of its name"],
  [/^pricingGroups\.find pricingGroupName$/, 'the packages in the default order with the default texts'],
  [/^registrations\.coupons coupons$/, 'no discount despite the discount link'],
  [/ (pricing\.)?totals\.(subTotal|selectedPackageTotal)$/, 'an order summary with a missing line'],
  [/ (pricing\.)?(paymentCodeDetails|payForCoParent)$/, 'an order summary with a missing line'],
  [/paymentCodeDetails\.\[\]\.amount$/, 'an activation code without its amount'],
  [/couponDetail\.(description|couponCode)$/, 'a discount without its name'],
  [
    / receipt\.totals(\.(currencyCode|total|taxAmount|subTotal|selectedPackageTotal))?$/,
    'a receipt with a missing amount',
  ],
  [/ receipt\.paymentType$/, 'a receipt without the payment method'],
  [/ receipt\.transactionId$/, 'a receipt without its number'],
  [/ receipt\.transactionDateTime$/, "a receipt with the front end's time instead of the payment's"],
  [/pay(ment)? clickToJoinToken$/, 'no page to choose username and password: your mail must link to it'],
  [/pay(ment)? registration\.parent(\.userId)?$/, 'no page to choose username and password'],
  [/^invites\.get (familyMembers|familyMembers\.\[\]\.firstName)$/, 'a welcome page without the family members'],
  [/^invites\.get familyMembers\.\[\]\.color$/, 'all family members in one colour'],
  [/^invites\.get parent(\.(first|last)Name)?$/, 'an empty form although the other parent entered their name'],
  [/^invites\.get pricingGroupName$/, 'the packages in the default order with the default texts'],
  [/^invites\.get packageIds$/, 'all packages of the country instead of those in the invite'],
  [/^invites\.get parentComplete$/, 'data that another person with the link may have entered'],
  [/^invites\.get requireCredentials$/, 'a page for username and password although both are set'],
  [/^(lookups|reference)\.\w+ \[\]/, 'a list without an option that cannot be read'],
  [/^parents\.get agreedToTerms$/, 'the terms again although they agreed to them'],
  [/^parents\.get email$/, 'no warning that the password contains their e-mail'],
];

/** @param fields as `missingFields` lists them @returns the effects on the visitor, without repetitions */
function findEffects(call: string, fields: readonly string[]): string[] {
  const effectTexts = fields.flatMap((field) => {
    const sees = EFFECTS_OF_MISSING_FIELDS.find(([pattern]) => pattern.test(`${call} ${field}`))?.[1];
    return sees === undefined ? [] : [`${sees} (${field})`];
  });
  return [...new Set(effectTexts)];
}
