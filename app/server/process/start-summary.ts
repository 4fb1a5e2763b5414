import { version } from '../../../package.json';
import type { Configuration } from '~/settings/configuration.server';

/** What runs, as the ready line tells it. No part of it is a secret. */
export interface StartSummary {
  version: string;
  /** The commit that was built. */
  commit: string;
  demo: boolean;
  provider: string;
  /** `embedded`, or the address of another. */
  backend: string;
  store: 'sqlite' | 'postgres';
  mail: 'smtp' | 'outbox' | 'backend';
  /** The states of `FLAGS`, or the module of `FLAG_PROVIDER`. */
  flags: string;
}

export function summariseStart({
  demo,
  payments,
  backendUrl,
  databaseUrl,
  mail,
  flags,
  flagProvider,
}: Configuration): StartSummary {
  return {
    version,
    // Set by the build (vite/built-commit.ts).
    commit: (import.meta.env?.COMMIT as string | undefined) ?? 'unknown',
    demo,
    provider: payments.provider === 'braintree' ? `braintree ${payments.settings.environment}` : payments.provider,
    backend: backendUrl ?? 'embedded',
    store: databaseUrl ? 'postgres' : 'sqlite',
    mail: backendUrl ? 'backend' : mail ? 'smtp' : 'outbox',
    flags:
      flagProvider ??
      Object.entries(flags)
        .map(([name, state]) => `${name}=${state}`)
        .join(','),
  };
}

/** The same for a person. */
export function describeStart({ version, commit, demo, provider, backend, store, mail, flags }: StartSummary): string {
  const what = `${demo ? 'A demo of' : 'This is'} ${version} (${commit})`;
  return `${what}: payments ${provider}, backend ${backend}, store ${store}, mail ${mail}, flags ${flags || 'none'}.`;
}
