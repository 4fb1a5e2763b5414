const PAYMENTS = 'app/backend/embedded/payments';

/** The mutated code and its tests, by part of the code. */
export const ROOMS = {
  domain: { mutate: ['app/domain/**/*.ts'], tests: ['app/domain/**/*.test.ts'] },
  steps: { mutate: ['app/steps/**/*.{ts,tsx}'], tests: ['app/steps/**/*.test.{ts,tsx}'] },
  journeys: { mutate: ['app/journeys/**/*.ts'], tests: ['app/journeys/**/*.test.ts'] },
  'use-cases': { mutate: ['app/use-cases/step/**/*.ts'], tests: ['app/use-cases/step/**/*.test.ts'] },
  payments: {
    mutate: [`${PAYMENTS}/attempts/attempt-states.ts`, `${PAYMENTS}/settlement/settlement-states.ts`],
    tests: [`${PAYMENTS}/**/*.test.ts`],
  },
  operations: {
    mutate: ['app/backend/embedded/operations/**/*.ts'],
    tests: ['app/backend/embedded/operations/**/*.test.ts'],
  },
};
