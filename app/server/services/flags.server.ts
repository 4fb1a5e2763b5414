import { randomUUID } from 'node:crypto';
import { OpenFeature, ProviderEvents, type EvaluationContext, type Provider } from '@openfeature/server-sdk';
import { circuitBreaker, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import type { Logger } from 'pino';
import { variantOf, type Experiment, type Variant } from '~/domain/experiments';
import { throttle } from '~/lib/throttle';
import { withTimeout } from '~/lib/with-timeout';

/** The flag service, as the front end and the embedded backend ask it (docs/rules.md, "Variants"). */
export interface Flags {
  /**
   * What a visitor is in. Never throws, and never waits for longer than `PATIENCE_MS`: a service that is down, slow, or answers anything
   * that is no variant means Off.
   *
   * @param visitorId whom it is about; without one the service answers what it answers everybody
   */
  find(name: Experiment, visitorId?: string): Promise<Variant>;
  /** Lets go of the service. */
  close(): Promise<void>;
}

/** How long a page waits for one answer. */
const PATIENCE_MS = 200;
/** After so many answers that did not come in time nobody waits for one any more … */
const MOST_TIMEOUTS = 2;
/** … for so long. */
const REST_MS = 10_000;
const CLOSE_WITHIN_MS = 1_000;
const TELL_EVERY_MS = 60_000;

/** What the SDK would write to the console, once an evaluation: said by us, once a minute. */
const SILENT = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

/** @param log hears that the service fails, at most once a minute; never whom it was asked about */
export function createFlags(provider: Provider, log: Pick<Logger, 'warn'>): Flags {
  const tell = throttle<unknown>(TELL_EVERY_MS, (err, times) =>
    log.warn({ err, times }, 'the flag service does not answer: experiments are off'),
  );
  // Providers are registered for the whole process, by domain: each of ours has its own.
  const domain = randomUUID();
  OpenFeature.setLogger(SILENT);
  const client = OpenFeature.getClient(domain);
  client.addHandler(ProviderEvents.Error, (details) => tell(new Error(details?.message ?? 'The provider failed')));
  // Not waited for: until it is ready it answers that it is not, at once.
  OpenFeature.setProvider(domain, provider);
  const patience = wrap(
    circuitBreaker(handleAll, { halfOpenAfter: REST_MS, breaker: new ConsecutiveBreaker(MOST_TIMEOUTS) }),
    timeout(PATIENCE_MS, TimeoutStrategy.Aggressive),
  );
  return {
    async find(name, visitorId) {
      try {
        const asked: EvaluationContext = visitorId === undefined ? {} : { targetingKey: visitorId };
        const { value, errorCode, errorMessage } = await patience.execute(() =>
          client.getStringDetails(name, 'off', asked),
        );
        // A flag that the service does not have is off, and nothing to tell of.
        if (errorCode && errorCode !== 'FLAG_NOT_FOUND') tell(new Error(`${errorCode}: ${errorMessage ?? ''}`));
        return variantOf(value);
      } catch (error) {
        tell(error);
        return 'off';
      }
    },
    async close() {
      await withTimeout(CLOSE_WITHIN_MS, async () => provider.onClose?.()).catch(() => undefined);
    },
  };
}
