import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkBackend, writeJUnit, writeTable } from '~/commands/check-backend/check-backend';
import { UsageError, type Command, type OptionValues } from './command';

const USAGE = `Usage: npm run check-backend -- URL [options]
Walks the backend contract (docs/backend-contract.md) against the backend at URL, as the three journeys do, and prints what passes, what is
thin (a visitor would notice) and what fails. People are made up, at example.com. Ends with 1 where anything fails.
What only the backend's owner knows; without it those cases are skipped:
  --invite-token TOKEN, --invite-user ID                  an open invite; with --pay it is used up
  --expired-invite-token TOKEN, --expired-invite-user ID  an invite that is too old
  --front-end-token TOKEN                                 BACKEND_TOKEN, where the backend asks for it
  --taken-email EMAIL, --taken-username NAME              of an account
  --activation-code CODE                                  one for the first package on offer in the US; it is priced, not spent
  --discount KEY                                          the key of a discount link (jek)
  --pay                                                   takes payments, so ask only a backend of the provider's sandbox
  --nonce NONCE                                           pays; twice, for the invited parent too (Braintree's sandbox: fake-valid-nonce)
  --declined-nonce NONCE                                  is declined (Braintree's sandbox: fake-processor-declined-visa-nonce)
Without --pay payments are only tried that cannot be charged. Without --nonce the cards of our own sandbox are used, where the backend has it.
  --junit FILE                                            also writes the report for machines
  --timeout-ms NUMBER                                     for each call, 10000
Where there is no checkout: node build/server/index.js check-backend …`;

const DEFAULT_TIMEOUT_MS = 10_000;
const text = { type: 'string' } as const;

/** Checks a backend over HTTP against the contract. */
export const checkBackendCommand: Command = {
  usage: USAGE,
  options: {
    'invite-token': text,
    'invite-user': text,
    'expired-invite-token': text,
    'expired-invite-user': text,
    'front-end-token': text,
    'taken-email': text,
    'taken-username': text,
    'activation-code': text,
    discount: text,
    pay: { type: 'boolean' },
    nonce: { type: 'string', multiple: true },
    'declined-nonce': text,
    junit: text,
    'timeout-ms': text,
  },
  async run([url, ...more], terminal, options) {
    if (url === undefined || more.length > 0) throw new UsageError();
    if (!/^https?:[/][/]/.test(url) || !URL.canParse(url)) throw new UsageError(`"${url}" is no address of a backend`);
    const { one, many } = readOptions(options);
    const timeoutMs = Number(one('timeout-ms') ?? DEFAULT_TIMEOUT_MS);
    if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1) throw new UsageError('--timeout-ms takes a whole number');
    const report = await checkBackend(
      { url, frontEndToken: one('front-end-token'), timeoutMs },
      {
        inviteToken: one('invite-token'),
        inviteUser: one('invite-user'),
        expiredInviteToken: one('expired-invite-token'),
        expiredInviteUser: one('expired-invite-user'),
        takenEmail: one('taken-email'),
        takenUsername: one('taken-username'),
        activationCode: one('activation-code'),
        discount: one('discount'),
        pay: options.pay === true,
        nonces: many('nonce'),
        declinedNonce: one('declined-nonce'),
      },
    );
    const file = one('junit');
    if (file !== undefined) writeFileSync(resolve(file), writeJUnit(report, url));
    terminal.say(writeTable(report));
    return report.results.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
  },
};

function readOptions(options: OptionValues) {
  return {
    one(name: string): string | undefined {
      const given = options[name];
      return typeof given === 'string' ? given : undefined;
    },
    many(name: string): string[] {
      const given = options[name];
      return Array.isArray(given) ? given.map(String) : [];
    },
  };
}
