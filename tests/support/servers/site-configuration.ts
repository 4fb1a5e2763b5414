import { ConfigurationError, readConfiguration, type Configuration } from '~/settings/configuration.server';
import { OUTSIDE_THE_DEMO } from './site-settings';

/** Returns the configuration of a site with all required settings. @throws ConfigurationError */
export function readSiteConfiguration(env: Record<string, string>): Configuration {
  const { SMTP, ...others } = OUTSIDE_THE_DEMO;
  return readConfiguration({ ...others, ...(env.SMTP_URL === undefined && { SMTP }), ...env });
}

/** Returns the faults of a configuration. */
export function faultsOf(env: Record<string, string>): string[] {
  try {
    readSiteConfiguration(env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.split('\n');
    throw error;
  }
  return [];
}
