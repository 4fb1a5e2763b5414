import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InMemoryProvider, type Provider } from '@openfeature/server-sdk';
import { StartFault } from '~/lib/start-fault';
import type { FlagStates } from '~/settings/kinds/flag-states';

type CreateProvider = () => Provider | Promise<Provider>;

/** The provider from the operator's module, or an in-memory one. @throws StartFault where the module cannot be loaded or used */
export async function createFlagProvider(settings: {
  flags: FlagStates;
  flagProvider: string | undefined;
}): Promise<Provider> {
  if (settings.flagProvider === undefined) return createInMemoryProvider(settings.flags);
  const { flagProvider } = settings;
  try {
    const specifier = isAbsolute(flagProvider) ? pathToFileURL(flagProvider).href : flagProvider;
    const module = (await import(/* @vite-ignore */ specifier)) as { default?: CreateProvider };
    if (typeof module.default !== 'function') throw new TypeError('It exports no function by default');
    const provider = await module.default();
    if (typeof provider?.resolveStringEvaluation !== 'function') throw new TypeError('What it makes is no provider');
    return provider;
  } catch (cause) {
    throw new StartFault('flag-provider-unusable', `FLAG_PROVIDER: ${flagProvider} could not be used`, { cause });
  }
}

function createInMemoryProvider(flags: FlagStates): Provider {
  const variants = { off: 'off', control: 'control', treatment: 'treatment' };
  return new InMemoryProvider(
    Object.fromEntries(
      Object.entries(flags).map(([name, state]) => [name, { variants, defaultVariant: state, disabled: false }]),
    ),
  );
}
