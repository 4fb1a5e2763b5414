import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkBackend, writeJUnit, writeTable } from '~/commands/check-backend/check-backend';
import { JOURNEYS, type Journey } from '~/commands/check-backend/known';
import { backendAddress } from '~/settings/kinds/web-addresses';
import { readFrontEndSettings } from '~/settings/operator-settings';
import { UsageError, type Command, type OptionValues } from './command';

const USAGE = `Usage: npm run check-backend -- URL [options]
Runs the backend contract (docs/backend-contract.md) against the backend at URL, as the three journeys do. Prints which cases pass,
are thin (a visitor would notice) or fail, and which journeys would work today. It invents people at example.com. Exits with 1 if a case
fails. Identifies itself by BACKEND_TOKEN, BACKEND_CLIENT_CERT_FILE and BACKEND_CLIENT_KEY_FILE, and trusts BACKEND_CA_FILE, as the front end does.
Only the backend's owner can provide these; without them their cases are not tried:
  --invite-token TOKEN, --invite-user ID                  an open invite; with --pay it is used up
  --expired-invite-token TOKEN, --expired-invite-user ID  an expired invite
  --front-end-token TOKEN                                 another than BACKEND_TOKEN
  --taken-email EMAIL, --taken-username NAME              of an existing account
  --activation-code CODE                                  for the first package sold in the US; it is priced, not spent
  --discount KEY                                          the key of a discount link (jek)
  --pay                                                   takes payments; use only with the provider's sandbox
  --nonce NONCE                                           pays once: parent A, the invited parent, each again under another key, two at once;
                                                          up to six times (Braintree's sandbox: fake-valid-nonce)
  --declined-nonce NONCE                                  is declined (Braintree's sandbox: fake-processor-declined-visa-nonce)
  --slow-nonce NONCE                                      pays, but its outcome is not known at once
Without --pay, only payments that cannot be charged are tried. Without --nonce, the cards of the built-in sandbox are used, if the backend has it.
  --journey parent|invited|professional                   only this journey; may be repeated
  --junit FILE                                            also writes a JUnit report
  --timeout-ms NUMBER                                     per call; default 10000
  --slow-ms NUMBER                                        a response that takes longer is thin; default 1000; payments may take longer
In a release: node build/server/index.js check-backend …`;

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_SLOW_MS = 1_000;
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
    'slow-nonce': text,
    junit: text,
    journey: { type: 'string', multiple: true },
    'timeout-ms': text,
    'slow-ms': text,
  },
  async run([given, ...more], terminal, options) {
    if (given === undefined || more.length > 0) throw new UsageError();
    const { data: url } = backendAddress.safeParse(given);
    if (url === undefined) throw new UsageError(`"${given}" is not a backend URL`);
    const { one, many, wholeNumber } = readOptions(options);
    const timeoutMs = wholeNumber('timeout-ms', DEFAULT_TIMEOUT_MS);
    const slowMs = wholeNumber('slow-ms', DEFAULT_SLOW_MS);
    const { token, tls } = readFrontEndSettings(terminal.env, url);
    const journeys = many('journey').map(readJourney);
    const file = one('junit');
    // A file that cannot be written must not cost the report of cases that took payments.
    if (file !== undefined) writeFileSync(resolve(file), '');
    const report = await checkBackend(
      { url, frontEndToken: one('front-end-token') ?? token?.reveal(), tls, timeoutMs, slowMs },
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
        slowNonce: one('slow-nonce'),
      },
      {
        ...(journeys.length > 0 && { journeys }),
        onCase: (at, of, next) => terminal.progress?.(`${at} of ${of}: ${next.call}, ${next.name}`),
      },
    ).finally(() => terminal.progress?.(''));
    terminal.print(writeTable(report));
    if (file !== undefined) writeFileSync(resolve(file), writeJUnit(report, url));
    return report.results.some(({ verdict }) => verdict === 'fail') ? 1 : 0;
  },
};

function readJourney(given: string): Journey {
  const found = JOURNEYS.find((journey) => journey === given);
  if (!found) throw new UsageError(`--journey takes ${JOURNEYS.join(', ')}`);
  return found;
}

function readOptions(options: OptionValues) {
  const one = (name: string): string | undefined => {
    const given = options[name];
    return typeof given === 'string' ? given : undefined;
  };
  return {
    one,
    wholeNumber(name: string, usual: number): number {
      const given = Number(one(name) ?? usual);
      if (!Number.isSafeInteger(given) || given < 1) throw new UsageError(`--${name} takes a whole number`);
      return given;
    },
    many(name: string): string[] {
      const given = options[name];
      return Array.isArray(given) ? given.map(String) : [];
    },
  };
}
