import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { InMemoryProvider, type Provider } from '@openfeature/server-sdk';
import type { FlagStates } from '~/settings/kinds/flag-states';

/** What a module that makes a provider exports by default. */
type MakeProvider = () => Provider | Promise<Provider>;

/**
 * Where variants come from: an OpenFeature provider that the operator's module makes, or the `FLAGS` setting, the same for everybody.
 *
 * @throws Error with its cause where the module cannot be loaded or makes no provider: that is a wrong setting, not a service that is down
 */
export async function makeFlagProvider(settings: {
  flags: FlagStates;
  flagProvider: string | undefined;
}): Promise<Provider> {
  if (settings.flagProvider === undefined) return inMemory(settings.flags);
  const { flagProvider } = settings;
  try {
    const specifier = isAbsolute(flagProvider) ? pathToFileURL(flagProvider).href : flagProvider;
    const module = (await import(/* @vite-ignore */ specifier)) as { default?: MakeProvider };
    if (typeof module.default !== 'function') throw new TypeError('It exports no function by default');
    const provider = await module.default();
    if (typeof provider?.resolveStringEvaluation !== 'function') throw new TypeError('What it makes is no provider');
    return provider;
  } catch (cause) {
    throw new Error(`FLAG_PROVIDER: ${flagProvider} could not be used`, { cause });
  }
}

function inMemory(flags: FlagStates): Provider {
  const variants = { off: 'off', control: 'control', treatment: 'treatment' };
  return new InMemoryProvider(
    Object.fromEntries(
      Object.entries(flags).map(([name, state]) => [name, { variants, defaultVariant: state, disabled: false }]),
    ),
  );
}
