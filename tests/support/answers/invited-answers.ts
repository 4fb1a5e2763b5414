import { contactOf } from './contact-answers';
import { parentOfMinnesota, type Answers } from './parent-answers';

/** Returns an invited parent's answers by step. The checkout has parent A's answers, without the referral. */
export function coParentOfMinnesota(unique: string = crypto.randomUUID().slice(0, 8)) {
  const parent = parentOfMinnesota(unique);
  const { referral: _referral, ...billing } = parent['payment/billing'];
  return {
    step1: { ...contactOf('ben'), email: `ben.${unique}@example.com`, phoneNumber: '612 555 0177' },
    'billing-info': billing,
    packages: { packageId: '2021' },
    'choose-your-own': parent.alacarte,
    'payment/billing': billing,
    'payment/method': { ...parent['payment/method'], cardHolderName: 'Ben Lee' },
    'payment/review': {},
    credentials: {
      referral: 'OTHER',
      referralOther: 'A leaflet at the library',
      securityQuestion: 'Name of my first pet?',
      securityAnswer: 'Maple the cat',
      securityCode: '0471',
      confirmCode: '0471',
      username: `ben.${unique}`,
      password: 'correct-horse-7',
    },
  } satisfies Record<string, Answers>;
}

export type CoParentAnswers = ReturnType<typeof coParentOfMinnesota>;
export type InvitedStep = keyof CoParentAnswers;
