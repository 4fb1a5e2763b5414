export type JourneyName = 'parent' | 'invited';

/** The screens of both journeys, with the same names. */
export type Screen =
  'step1' | 'step2' | 'packages' | 'build' | 'payment/billing' | 'payment/method' | 'payment/review' | 'credentials';

export const PATHS: Record<JourneyName, Partial<Record<Screen, string>>> = {
  parent: {
    step1: '/step1',
    step2: '/step2',
    packages: '/step3',
    build: '/alacarte',
    'payment/billing': '/payment/billing',
    'payment/method': '/payment/method',
    'payment/review': '/payment/review',
    credentials: '/credentials',
  },
  invited: {
    step1: '/invite/step1',
    packages: '/invite/packages',
    build: '/invite/choose-your-own',
    'payment/billing': '/invite/payment/billing',
    'payment/method': '/invite/payment/method',
    'payment/review': '/invite/payment/review',
    credentials: '/invite/credentials',
  },
};

/** The dialog about the billing country. */
export const DIALOG = 'dialog.modal[aria-labelledby=mismatch-title]';
