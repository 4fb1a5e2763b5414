/** The checks after each move, by name. */
export const RULES = {
  working: 'no page has a server error or a redirect loop',
  shown: 'every page shows the latest answers',
  kept: 'no typed value is lost',
  sent: 'every backend call with the contact contains the latest answers',
  stored: 'the backend stores the latest answers',
  begin: 'billing preselects the country of the calling code',
  offer: 'the available packages are those of the billing country',
  money: 'currency, tax and total match the package and the billing country',
  dialog: 'the country dialog appears only if the package is not sold there',
  gone: 'a lost registration leads to the first step, with an explanation',
  number: 'a number with a calling code is stored with that code',
  codes: 'every page shows an accepted code until the visitor removes it',
  asShown: 'Pay now buys the order that its page showed, or nothing, and explains changes',
  paid: 'charge, account, mail and receipt match the review',
  end: 'every visitor can continue up to the payment',
} as const;

export type Rule = keyof typeof RULES;

export const ALL_RULES = Object.keys(RULES) as Rule[];

/** Thrown if a rule does not hold. */
class BrokenRule extends Error {
  constructor(rule: Rule, found: string) {
    super(`${RULES[rule]} (${rule}): ${found}`);
  }
}

/** The rules of a walk. */
export class Rules {
  constructor(private readonly watched: readonly Rule[] = ALL_RULES) {}

  /** @throws BrokenRule */
  hold(rule: Rule, isTrue: boolean, found: () => string): void {
    if (!isTrue && this.watched.includes(rule)) throw new BrokenRule(rule, found());
  }

  /** Compares texts, figures or lists of them. @throws BrokenRule */
  equal(rule: Rule, what: string, found: unknown, expected: unknown): void {
    const [is, should] = [JSON.stringify(found), JSON.stringify(expected)];
    this.hold(rule, is === should, () => `${what} is ${is} instead of ${should}`);
  }
}
