import { describe, expect, it } from 'vitest';
import { createLimits } from './limits.server';

describe('limits', () => {
  const who = (visitorId: string, clientAddress = '192.0.2.1') => ({ visitorId, clientAddress });

  it('let a browser do something so often, and another one after it', async () => {
    const limits = createLimits({ rateLimit: true });
    for (let time = 1; time <= 5; time += 1) expect(await limits.take('inviteRenewal', who('a'))).toBe(true);
    expect(await limits.take('inviteRenewal', who('a'))).toBe(false);
    expect(await limits.take('inviteRenewal', who('b'))).toBe(true);
  });

  it('let an address do it so often, whatever browser it says it is', async () => {
    const limits = createLimits({ rateLimit: true });
    for (let time = 1; time <= 20; time += 1) expect(await limits.take('inviteRenewal', who(`v${time}`))).toBe(true);
    expect(await limits.take('inviteRenewal', who('one more'))).toBe(false);
    expect(await limits.take('inviteRenewal', who('elsewhere', '192.0.2.2'))).toBe(true);
  });

  it('count different things where only those count, each again for nothing', async () => {
    const limits = createLimits({ rateLimit: true });
    const tries = (count: number) => Array.from({ length: count }, (_, index) => `${index}@example.com`);
    for (const email of tries(10)) expect(await limits.take('emailCheck', who('a'), email)).toBe(true);
    expect(await limits.take('emailCheck', who('a'), 'new@example.com')).toBe(false);
    for (const email of tries(10)) expect(await limits.take('emailCheck', who('a'), email)).toBe(true);
    // What was refused was not asked: asked again, it is still refused.
    expect(await limits.take('emailCheck', who('a'), 'new@example.com')).toBe(false);
  });

  it('count different things for an address too, and the same from another browser once', async () => {
    const limits = createLimits({ rateLimit: true });
    for (let time = 0; time < 60; time += 1) {
      const email = `${time}@example.com`;
      expect(await limits.take('emailCheck', who(`a${time}`), email)).toBe(true);
      expect(await limits.take('emailCheck', who(`b${time}`), email)).toBe(true);
    }
    expect(await limits.take('emailCheck', who('c'), 'new@example.com')).toBe(false);
    expect(await limits.take('emailCheck', who('c', '192.0.2.2'), 'new@example.com')).toBe(true);
  });

  it('are lifted by configuration', async () => {
    const limits = createLimits({ rateLimit: false });
    for (let time = 1; time <= 50; time += 1) expect(await limits.take('inviteRenewal', who('a'))).toBe(true);
  });
});
