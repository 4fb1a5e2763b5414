import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { OpenFeature, ProviderEvents, type EvaluationContext, type Provider } from '@openfeature/server-sdk';
import { circuitBreaker, ConsecutiveBreaker, handleAll, timeout, TimeoutStrategy, wrap } from 'cockatiel';
import type { Logger } from 'pino';
import { variantOf, type Experiment, type Variant } from '~/domain/experiments';
import { StartFault } from '~/lib/start-fault';
import { throttle } from '~/lib/throttle';
import { withTimeout } from '~/lib/with-timeout';
import type { FlagStates } from '~/settings/flags';

export interface Flags {
  /** Never throws or waits longer than 200 ms: "off" if the service is down, slow, or returns an unknown variant. */
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

export interface FlagSettings {
  flags: FlagStates;
  /** The operator's module; undefined for the states of `flags`. */
  flagProvider: string | undefined;
}

/** @throws StartFault if the operator's module cannot be loaded or used */
export async function openFlags({ flags, flagProvider }: FlagSettings, log: Pick<Logger, 'warn'>): Promise<Flags> {
  // Bypasses the SDK, which takes a millisecond for the flags of one page.
  if (flagProvider === undefined)
    return { getVariant: async (name) => flags[name] ?? 'off', close: async () => undefined };
  return createFlags(await loadFlagProvider(flagProvider), log);
}

/** Warns at most once a minute, without visitor ids. */
export function createFlags(provider: Provider, log: Pick<Logger, 'warn'>): Flags {
  const warn = throttle<unknown>(WARN_EVERY_MS, (err, times) =>
    log.warn({ err, times }, 'failed to evaluate flags: experiments are off'),
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
        // A flag that the service does not define is off; this is not an error.
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

type CreateProvider = () => Provider | Promise<Provider>;

async function loadFlagProvider(flagProvider: string): Promise<Provider> {
  try {
    const specifier = isAbsolute(flagProvider) ? pathToFileURL(flagProvider).href : flagProvider;
    const module = (await import(/* @vite-ignore */ specifier)) as { default?: CreateProvider };
    if (typeof module.default !== 'function') throw new TypeError('Its default export is not a function');
    const provider = await module.default();
    if (typeof provider?.resolveStringEvaluation !== 'function')
      throw new TypeError('Its function returns no provider');
    return provider;
  } catch (cause) {
    throw new StartFault('flag-provider-unusable', `FLAG_PROVIDER: ${flagProvider} could not be used`, { cause });
  }
}
