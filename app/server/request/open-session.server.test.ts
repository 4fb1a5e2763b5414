import { expect, it } from 'vitest';
import { freshState, type JoinState } from '~/journeys/join-state';
import type { SessionStore } from '~/server/session/session-store.server';
import { createSuccessorIds } from '~/server/session/successor-ids.server';
import { sessionOpener } from './open-session.server';

const NOW = new Date('2026-03-01T12:00:00Z');
const SENDER = {
  visitorId: 'browser',
  person: 'parent' as const,
  cookie: { id: 'own' },
  inviteId: undefined,
  personOfPage: 'parent' as const,
  link: {},
  linkAfterFinished: {},
};

/** Opens a session with these contents of the store, one for each time that it is read. @returns whether the sign-up is over */
async function isOver(path: string, contents: Partial<JoinState>[]): Promise<boolean> {
  const findAll = async () => [
    {
      ...{ id: 'own', visitorId: 'browser', version: 1, createdAt: NOW, expiresAt: NOW },
      data: { ...freshState, ...contents.shift() },
    },
  ];
  const openSession = sessionOpener({
    sessions: { findAll } as Partial<SessionStore> as SessionStore,
    successorIds: createSuccessorIds(['a secret only for tests, thirty-two']),
    clock: { now: () => NOW },
  });
  const opened = await openSession({ method: 'GET', path, pageMark: undefined }, SENDER);
  expect(contents).toEqual([]);
  return opened.isOver;
}

const sentBefore = (ms: number) => ({ receiptBegan: NOW.getTime() - ms });

it('waits on the page after the receipt until another process has ended the session', async () => {
  expect(await isOver('/app/join/step1', [sentBefore(5), sentBefore(5), { finished: true }])).toBe(true);
});

it('does not wait for a receipt that may not have been sent', async () => {
  expect(await isOver('/app/join/step1', [sentBefore(1_000)])).toBe(false);
  expect(await isOver('/app/join/step1', [sentBefore(-60_000)])).toBe(false);
  expect(await isOver('/app/join/receipt', [sentBefore(5)])).toBe(false);
});
