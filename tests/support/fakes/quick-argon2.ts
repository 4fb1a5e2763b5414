import { createRequire } from 'node:module';
import type * as Argon2 from '@node-rs/argon2';

// The tests' alias of `@node-rs/argon2` (vitest.config.ts) leads here, so this loads the package by its folder.
const { hash: realHash, verify } = createRequire(import.meta.url)(
  '../../../node_modules/@node-rs/argon2',
) as typeof Argon2;

export { verify };

/** Hashes at the lowest cost, because hashes of the product's cost took up to half of a file's time. */
export const hash: typeof Argon2.hash = (password, options, signal) =>
  realHash(password, { memoryCost: 8, timeCost: 1, ...options }, signal);
