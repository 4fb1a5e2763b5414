import { SUBSCRIPTION_YEARS, TONEMETERS, type SubscriptionId } from '~/domain/build-your-own';
import { keysOf } from '~/domain/keys-of';
import { checkbox, checkboxes, choice, type Field } from './field';
import { section, type AnswersOf } from './section';

/** One of the packages offered to the visitor. */
export const PACKAGE_CHOICE = section(
  {
    packageId: {
      ...choice('parent:step3.legend', { autoComplete: 'off', right: '2021', missing: 'errors:packageId' }),
      control: { kind: 'radios' as const },
    },
  },
  {
    rules({ packageId }, refuse, offeredIds?: readonly string[]) {
      if (packageId && offeredIds && !offeredIds.includes(packageId))
        refuse('packageId', { error: 'errors:packageId' });
    },
  },
);

const SUBSCRIPTIONS: readonly string[] = keysOf(SUBSCRIPTION_YEARS);

export const BUILD_YOUR_OWN = section({
  subscription: {
    ...choice(
      'parent:alacarte.subscription',
      { autoComplete: 'off', right: 'SUB2YEAR', missing: 'errors:subscription' },
      { isOne: (value) => SUBSCRIPTIONS.includes(value), error: 'errors:subscription' },
    ),
    control: { kind: 'radios' },
  } as Field as Field<SubscriptionId>,
  myfiles: checkbox('parent:alacarte.options'),
  tonemeter: checkboxes('parent:alacarte.tonemeter', {
    right: ['TONEMETER'],
    isOne: (value) => TONEMETERS.some((known) => known === value),
    error: 'errors:tonemeter',
    hint: 'parent:alacarte.tonemeterHint',
  }),
  unlimitedPayments: checkbox('parent:alacarte.options', { isTicked: true }),
});

export type BuildYourOwn = AnswersOf<typeof BUILD_YOUR_OWN.fields>;
