import { randomUUID } from 'node:crypto';
import { OpenFeature, ProviderEvents, type EvaluationContext, type Provider } from '@openfeature/server-sdk';
import { circuitBreaker, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import type { Logger } from 'pino';
import { variantOf, type Experiment, type Variant } from '~/domain/experiments';
import { throttle } from '~/lib/throttle';
import { withTimeout } from '~/lib/with-timeout';

export interface Flags {
  /** Never throws or waits longer than 200 ms: "off" when the service is down, slow, or returns an unknown variant. */
  getVariant(name: Experiment, visitorId?: string): Promise<Variant>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 200;
/** The circuit opens after this many timeouts in a row. */
const MAX_TIMEOUTS = 2;
const CIRCUIT_OPEN_MS = 10_000;
const CLOSE_TIMEOUT_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/** The SDK would log every evaluation to the console. */
const SILENT = { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined };

/** Warns at most once a minute, without visitor ids. */
export function createFlags(provider: Provider, log: Pick<Logger, 'warn'>): Flags {
  const warn = throttle<unknown>(WARN_EVERY_MS, (err, times) =>
    log.warn({ err, times }, 'the flag service does not answer: experiments are off'),
  );
  // Providers are registered per process by domain, so each instance uses its own.
  const domain = randomUUID();
  OpenFeature.setLogger(SILENT);
  const client = OpenFeature.getClient(domain);
  client.addHandler(ProviderEvents.Error, (details) => warn(new Error(details?.message ?? 'The provider failed')));
  // Not awaited: an unready provider returns the default at once.
  OpenFeature.setProvider(domain, provider);
  const resilience = wrap(
    circuitBreaker(handleAll, { halfOpenAfter: CIRCUIT_OPEN_MS, breaker: new ConsecutiveBreaker(MAX_TIMEOUTS) }),
    timeout(TIMEOUT_MS, TimeoutStrategy.Aggressive),
  );
  return {
    async getVariant(name, visitorId) {
      try {
        const evaluationContext: EvaluationContext = visitorId === undefined ? {} : { targetingKey: visitorId };
        const { value, errorCode, errorMessage } = await resilience.execute(() =>
          client.getStringDetails(name, 'off', evaluationContext),
        );
        // A flag unknown to the service is off, which is no failure.
        if (errorCode && errorCode !== 'FLAG_NOT_FOUND') warn(new Error(`${errorCode}: ${errorMessage ?? ''}`));
        return variantOf(value);
      } catch (error) {
        warn(error);
        return 'off';
      }
    },
    async close() {
      await withTimeout(CLOSE_TIMEOUT_MS, async () => provider.onClose?.()).catch(() => undefined);
    },
  };
}
