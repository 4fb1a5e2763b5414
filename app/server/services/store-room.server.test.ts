import { expect, it } from 'vitest';
import { makeDataDir } from '~tests/servers/server-under-test';
import { openStoreRoom } from './store-room.server';

it('reports the free disk space, and whether it is below the floor', () => {
  const folder = makeDataDir();
  const room = openStoreRoom(folder, 0);
  expect(room.bytes()).toBeGreaterThan(0);
  expect(room.isLow()).toBe(false);
  expect(openStoreRoom(folder, 999_999_999).isLow()).toBe(true);
});

it('accepts requests when the free space is unknown', () => {
  for (const folder of [undefined, '/no/such/folder']) {
    const room = openStoreRoom(folder, 999_999_999);
    expect([room.bytes(), room.isLow()]).toEqual([undefined, false]);
  }
});
