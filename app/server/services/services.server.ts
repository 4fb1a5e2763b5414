import type { RedirectOrigins } from '~/lib/redirect-address';
import type { Logger } from 'pino';
import { createLogAnalytics } from '~/analytics/log-analytics.server';
import type { Analytics } from '~/analytics/port';
import { createGooglePlaces } from '~/addresses/google.server';
import { createPhoton } from '~/addresses/photon.server';
import type { AddressProvider } from '~/addresses/port';
import { sampleAddresses } from '~/addresses/sample';
import type { BackendClient } from '~/backend/contract/contract';
import type { DemoBackend } from '~/backend/demo';
import type { Clock } from '~/domain/clock';
import type { Seller } from '~/domain/receipt/receipt';
import type { ApprovalPage } from '~/payments/approval-page';
import type { TokenisingProvider } from '~/payments/port';
import type { Configuration } from '~/settings/configuration.server';
import type { Links } from '~/settings/links';
import { openBackendServices, type BackendServices, type ServiceOptions } from './backend-services.server';
import type { Flags } from './flags.server';
import { createLimits, LIMITS, type Limits } from './limits.server';
import { createRefusalReport } from '~/server/telemetry/refusals.server';
import { openEmbeddedBackend, openRemoteBackend, type OpenBackend } from './open-backend.server';
import { createSignUpStory, type SignUpStory } from './sign-up-story.server';
import type { StoreRoom } from './store-room.server';

/** Routes do not depend on the adapter behind a port. */
export interface Services {
  backend: BackendClient;
  tokenising: TokenisingProvider;
  takesPlainCards: boolean;
  flags: Flags;
  analytics: Analytics;
  addresses: AddressProvider | undefined;
  limits: Limits;
  room: StoreRoom;
  clock: Clock;
  /** Whether the script shows the password while it is typed. */
  passwordStartsShown: boolean;
  urls: Links;
  /** Shown on receipts. */
  seller: Seller;
  supportEmail: string;
  /** The version of the terms that paying agrees to. */
  termsVersion: string;
  /** Whether the receipt loads a tag manager in browsers that analytics may track. */
  loadsTagManager: boolean;
  /** The public origin, for URLs that another site redirects back to. */
  publicUrl: string;
  /** The origins that a visitor may be redirected to after signing in. */
  redirectOrigins: RedirectOrigins;
  demo: DemoBackend | undefined;
  approvalPage: ApprovalPage | undefined;
}

type SharedServices = BackendServices<OpenBackend>;

export interface OpenServices extends Pick<SharedServices, 'store' | 'secrets' | 'dependencies' | 'watchClock'> {
  services: Services;
  story: SignUpStory;
  /** Undefined if this process does not receive the payment provider's messages. */
  webhooks: OpenBackend['webhooks'];
  /** Resolves interrupted payments and sends waiting mails. */
  recover(): Promise<void>;
  /** Deletes expired data other than sessions. */
  purge(): Promise<void>;
  close(): Promise<void>;
}

/** The reason of a reached limit, next to those of server/request/refused-request.ts. */
const TOO_MANY_REQUESTS = 'too_many_requests';

/** The composition root: only this folder chooses adapters. */
export async function openServices(options: ServiceOptions): Promise<OpenServices> {
  const { configuration, log, metrics } = options;
  const { backendUrl } = configuration;
  const shared: SharedServices = await openBackendServices(options, (parts) =>
    backendUrl ? openRemoteBackend(backendUrl, parts) : openEmbeddedBackend(parts),
  );
  const { store, secrets, flags, clock, backend, dependencies, room, watchClock } = shared;
  const analytics = await openAnalytics(configuration, log);
  metrics.startAtZero.limits(Object.keys(LIMITS));
  metrics.startAtZero.refusals([TOO_MANY_REQUESTS]);
  const reportRefusal = createRefusalReport(metrics);
  const limits = createLimits({
    rateLimit: configuration.rateLimit,
    except: configuration.rateLimitExcept,
    db: store.db,
    clock,
    secrets,
    log,
    onRefused(limit) {
      metrics.recordLimitRefusal(limit);
      reportRefusal(log, TOO_MANY_REQUESTS, { limit });
    },
  });
  const story = createSignUpStory({ db: store.db, clock, secrets, log });
  return {
    services: {
      backend: backend.client,
      tokenising: backend.tokenising,
      takesPlainCards: configuration.cardEntryWithoutJs,
      flags,
      analytics,
      addresses: openAddresses(configuration),
      limits,
      room,
      clock,
      publicUrl: configuration.publicUrl,
      redirectOrigins: redirectOriginsOf(configuration),
      passwordStartsShown: configuration.passwordShown,
      urls: configuration.links,
      seller: configuration.seller,
      supportEmail: configuration.supportEmail,
      termsVersion: configuration.terms.version,
      loadsTagManager: configuration.analytics.tagManager !== undefined,
      demo: backend.demo,
      approvalPage: backend.approvalPage,
    },
    store,
    dependencies,
    secrets,
    story,
    webhooks: backend.webhooks,
    recover: () => backend.recover(),
    purge: () => shared.purge((now) => story.purge(now)),
    watchClock,
    close: () => shared.close(analytics.close(), story.settle()),
  };
}

/** The main product has the origin of the page after signing in. */
function redirectOriginsOf({ publicUrl, links }: Pick<Configuration, 'publicUrl' | 'links'>): RedirectOrigins {
  return { own: new URL(publicUrl).origin, mainProduct: new URL(links.appHome, publicUrl).origin };
}

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
