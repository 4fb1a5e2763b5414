import type { EmbeddedContext } from './context';
import { maskLeftCodes } from './payments/attempts/mask-codes.server';
import { sealLeftHashes } from './people/seal-hashes.server';
import { hashPlainCodes } from './pricing/hash-plain-codes.server';

/** The most slices of one call: the rest waits for the next one, as everybody else waits for the store too. */
const SLICES = 25;

/** Hashes, masks and seals what an older release, an operator or an earlier pepper left in the store (docs/decisions/0048). */
export async function protectLeftSecrets({ db, codeHashing, pepper }: EmbeddedContext): Promise<void> {
  const jobs = [
    () => hashPlainCodes(db, codeHashing, pepper),
    () => maskLeftCodes(db),
    () => sealLeftHashes(db, pepper),
  ];
  for (const job of jobs) {
    for (let slice = 0; slice < SLICES; slice += 1) if (!(await job())) break;
  }
}
