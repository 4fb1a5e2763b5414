import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll } from 'vitest';
import type { Experiment, Variant } from '~/domain/experiments';

/** Settings of a server that asks `priceStorageById`. */
export const STORAGE_PRICED_BY_ID = {
  FLAG_PROVIDER: fileURLToPath(new URL('../fakes/flags-of-tests.mjs', import.meta.url)),
};

/** In all of a file's tests, storage has a price for who is known by an id, and for nobody else. */
export function priceStorageById(): void {
  beforeAll(() => void Object.assign(globalThis, { flagsOfTests: variantOf }));
  afterAll(() => void Reflect.deleteProperty(globalThis, 'flagsOfTests'));
}

function variantOf(flag: Experiment, key: string | undefined): Variant {
  return flag === 'GROW805' && key !== undefined ? 'treatment' : flag === 'GROW722' ? 'control' : 'off';
}
