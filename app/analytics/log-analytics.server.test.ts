import { expect, it } from 'vitest';
import { createLogAnalytics } from './log-analytics.server';
import type { AnalyticsEvent } from './port';

const created: AnalyticsEvent = {
  name: 'subscription created',
  id: 'subscription created:1',
  anonymousId: 'browser',
  userId: 'user',
  familyId: 'family',
  packageId: '2021',
  analyticsPackage: 'PLUS',
  transactionId: '1',
  currency: 'USD',
};

it('sends each event once and remembers a limited number of ids', () => {
  const lines: string[] = [];
  const analytics = createLogAnalytics({
    info: (line: { analytics: AnalyticsEvent }, text: string) => void lines.push(`${line.analytics.id}, ${text}`),
  } as never);
  for (const id of ['a', 'b', 'a']) analytics.track({ ...created, id });
  expect(lines).toEqual(['a, subscription created', 'b, subscription created']);
  for (let count = 0; count < 1_000; count += 1) analytics.track({ ...created, id: String(count) });
  analytics.track({ ...created, id: '999' });
  expect(lines).toHaveLength(1_002);
});
