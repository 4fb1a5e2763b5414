import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { Experiment, Variant } from '~/domain/experiments';

/** The settings of a server with the flags of `priceStorageById`. */
export const STORAGE_PRICED_BY_ID = {
  FLAG_PROVIDER: fileURLToPath(new URL('../fakes/flags-of-tests.mjs', import.meta.url)),
};

/** Charges only visitors with an id for storage, in all tests of a file. */
export function priceStorageById(): void {
  beforeAll(() => void Object.assign(globalThis, { flagsOfTests: variantOf }));
  afterAll(() => void Reflect.deleteProperty(globalThis, 'flagsOfTests'));
}

function variantOf(flag: Experiment, key: string | undefined): Variant {
  return flag === 'GROW805' && key !== undefined ? 'treatment' : flag === 'GROW722' ? 'control' : 'off';
}
