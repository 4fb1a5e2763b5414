import { oneOf } from './kinds/plain';
import { scriptAddress, sourceHosts } from './kinds/web-addresses';
import { isRealSite } from './server';
import { setting, type Clash, type RawSettings, type ValuesOf, type VariableOf } from './setting';

export const analytics = {
  consent: setting('ANALYTICS_CONSENT', oneOf(['required', 'off']).default('required')),
  tagManager: {
    url: setting('TAG_MANAGER_URL', scriptAddress.optional()),
    /** What its tags load from and report to, as sources of a Content-Security-Policy. */
    hosts: setting('TAG_MANAGER_HOSTS', sourceHosts),
  },
};

export type TagManagerSettings = Readonly<{ url: string; hosts: readonly string[] }>;

/** `tagManager` is undefined where no page loads one. */
export function analyticsOf({ consent, tagManager: { url, hosts } }: ValuesOf<typeof analytics>): {
  readonly needsConsent: boolean;
  readonly tagManager: TagManagerSettings | undefined;
} {
  return { needsConsent: consent === 'required', tagManager: url === undefined ? undefined : { url, hosts } };
}

export function analyticsClashes(raw: RawSettings): Clash<VariableOf<typeof analytics>>[] {
  const url = raw.TAG_MANAGER_URL;
  return [
    ['TAG_MANAGER_URL', isRealSite(raw) && /^http:/i.test(url ?? ''), 'must be https in production'],
    [
      'TAG_MANAGER_HOSTS',
      raw.TAG_MANAGER_HOSTS !== undefined && url === undefined,
      'must be empty without TAG_MANAGER_URL',
    ],
  ];
}
