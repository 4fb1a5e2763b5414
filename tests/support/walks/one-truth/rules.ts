/** The checks after each move, by name. */
export const RULES = {
  sound: 'no page breaks, and no redirects go round',
  shown: 'every page shows what was said last',
  kept: 'nothing that was typed is lost',
  told: 'every call that says who somebody is says what was said last, and all of it',
  stored: 'the backend keeps what was said last',
  begin: 'billing begins with the country of the calling code',
  offer: 'the packages on offer are those of the billing country',
  money: 'currency, tax and total belong to package and billing country',
  dialog: 'the country dialog comes where the package is not sold, and at no other time',
  gone: 'a registration that is gone leads to the first step, which says so',
  number: 'a number with its own calling code is read as what it is',
  codes: 'an accepted code is told of until it is removed',
  asShown: 'Pay now buys what its own page showed, or nothing, and says what has changed',
  paid: 'what the review showed is charged, stored, mailed and on the receipt',
  end: 'everybody can go on until they have paid',
} as const;

export type Rule = keyof typeof RULES;

export const ALL_RULES = Object.keys(RULES) as Rule[];

/** A rule does not hold. */
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
  equal(rule: Rule, what: string, found: unknown, said: unknown): void {
    const [is, should] = [JSON.stringify(found), JSON.stringify(said)];
    this.hold(rule, is === should, () => `${what} is ${is}, but was said to be ${should}`);
  }
}
