import type { SiteSecrets } from '~/lib/sealing.server';
import type { Logger } from 'pino';
import { createLogAnalytics } from '~/analytics/log-analytics.server';
import type { Analytics } from '~/analytics/port';
import { createGooglePlaces } from '~/addresses/google.server';
import { createPhoton } from '~/addresses/photon.server';
import type { AddressProvider } from '~/addresses/port';
import { sampleAddresses } from '~/addresses/sample';
import type { BackendClient } from '~/backend/contract/client';
import type { DemoBackend } from '~/backend/demo';
import { systemClock, type Clock } from '~/domain/clock';
import type { ApprovalPage } from '~/payments/approval-page';
import type { TokenisingProvider } from '~/payments/port';
import type { Configuration } from '~/settings/configuration.server';
import type { Links } from '~/settings/links';
import { makeFlagProvider } from './flag-provider.server';
import { createFlags, type Flags } from './flags.server';
import { createLimits, type Limits } from './limits.server';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { openEmbeddedBackend, openRemoteBackend, type OpenBackend } from './open-backend.server';
import type { OpenPayments } from './payment-provider';
import { openPersistence } from './open-persistence.server';
import type { Store } from '~/store/open-store.server';

/** What the routes work with. They never learn which adapter stands behind a port. */
export interface Services {
  backend: BackendClient;
  tokenising: TokenisingProvider;
  /** Whether a card may be typed into a plain form of ours. */
  takesPlainCards: boolean;
  flags: Flags;
  analytics: Analytics;
  /** Who knows addresses; undefined where none are suggested. */
  addresses: AddressProvider | undefined;
  limits: Limits;
  clock: Clock;
  /** Whether a password can be read as it is typed, where a script runs. */
  passwordStartsShown: boolean;
  /** Pages of the main product that a route leads to. */
  urls: Links;
  /** The origin visitors use, for addresses that somebody else leads them back to. */
  publicUrl: string;
  /** What the demo page shows; undefined outside demo mode. */
  demo: DemoBackend | undefined;
  /** Stands in for the pages of PayPal and Venmo; undefined outside demo mode. */
  approvalPage: ApprovalPage | undefined;
}

export interface OpenServices {
  services: Services;
  store: Store;
  /** What has to answer before visitors can be served, by name. */
  checks: Record<string, () => Promise<void>>;
  /** The first signs and seals, all verify and open. */
  secrets: SiteSecrets;
  /** Work that comes round: resolves payments that were cut off, sends mails that wait. */
  recover(): Promise<void>;
  /** Deletes what nobody can need any more. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

export interface ServiceOptions {
  configuration: Configuration;
  log: Logger;
  /** Counts what is asked of the backend and of the payment provider. */
  metrics: Metrics;
  clock?: Clock;
  /** Milliseconds until the sandbox answers for its slow card. */
  sandboxWait?: number;
  /** Who takes the money; whom PAYMENT_PROVIDER names, unless said otherwise. */
  payments?: OpenPayments;
}

/** Wires everything by hand: the one place that knows which adapter is in use. */
export async function openServices({
  configuration,
  log,
  metrics,
  clock = systemClock,
  sandboxWait,
  payments,
}: ServiceOptions): Promise<OpenServices> {
  const { store, secrets } = await openPersistence({ configuration, log });
  const flags = createFlags(await makeFlagProvider(configuration), log);
  const analytics = await openAnalytics(configuration, log);
  const { backendUrl } = configuration;
  const parts = { configuration, store, secrets, flags, clock, log, metrics, sandboxWait, payments };
  const backend: OpenBackend = backendUrl
    ? await openRemoteBackend(backendUrl, parts)
    : await openEmbeddedBackend(parts);
  const limits = createLimits({
    rateLimit: configuration.rateLimit,
    db: store.db,
    clock,
    secrets,
    log,
    onRefused: metrics.limitRefused,
  });
  return {
    services: {
      backend: backend.client,
      tokenising: backend.tokenising,
      takesPlainCards: configuration.cardEntryWithoutJs,
      flags,
      analytics,
      addresses: openAddresses(configuration),
      limits,
      clock,
      publicUrl: configuration.publicUrl,
      passwordStartsShown: configuration.passwordShown,
      urls: configuration.links,
      demo: backend.demo,
      approvalPage: backend.approvalPage,
    },
    store,
    checks: { store: () => store.ping(), ...backend.checks },
    secrets,
    recover: () => backend.recover(),
    purge: () => backend.purge(),
    async close() {
      await Promise.all([backend.close(), analytics.close(), flags.close()]);
      await store.close();
    },
  };
}

/** Segment's library is loaded where it is used. */
async function openAnalytics({ segment }: Configuration, log: Logger): Promise<Analytics> {
  if (!segment) return createLogAnalytics(log);
  const { createSegmentAnalytics } = await import('~/analytics/segment-analytics.server');
  return createSegmentAnalytics({ writeKey: segment.writeKey.reveal(), host: segment.url, log });
}

function openAddresses({ addresses }: Configuration): AddressProvider | undefined {
  switch (addresses.provider) {
    case 'photon':
      return createPhoton(addresses);
    case 'google':
      return createGooglePlaces({ key: addresses.key.reveal() });
    case 'sample':
      return sampleAddresses;
    case 'off':
      return undefined;
  }
}
