import { isDefinedError, safe } from '@orpc/client';
import type { Logger } from 'pino';
import type { BackendClient } from '~/backend/contract/client';
import type { Registration } from '~/journeys/join-state';
import { STOP_MS } from '~/lib/stop-times';
import { withTimeout } from '~/lib/with-timeout';

export interface Discards {
  /**
   * Deletes an unpaid registration at the backend soon. Never throws or delays a request.
   *
   * @param options.atOnce if no payment of it can be on its way
   */
  add(registration: Registration, options?: { atOnce: boolean }): void;
  /** Ends all pauses, now and later. Resolves when each registration is deleted or given up. */
  settle(): Promise<void>;
}

interface DiscardOptions {
  backend: { registrations: Pick<BackendClient['registrations'], 'discard'> };
  log: Pick<Logger, 'warn'>;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/**
 * Milliseconds before each try. A payment that began before Exit, in any tab, reaches the backend before the first try. The last try is earlier than any backend deletes
 * an unpaid registration itself.
 */
const PAUSES = [5 * SECOND, MINUTE, 10 * MINUTE, 60 * MINUTE];
/** The maximum number of registrations that wait for a dead backend. */
const MAX_WAITING = 1000;

/**
 * Deletes the registrations that "Exit this page" leaves at the backend. They wait in memory, so a killed process loses them. The backend
 * deletes unpaid registrations later anyway.
 */
export function createDiscards({ backend, log }: DiscardOptions): Discards {
  const waiting = new Set<Promise<void>>();
  const wakers = new Set<() => void>();
  let isStopping = false;

  async function discard({ signupId, registrationKey }: Registration, pauses: readonly number[]): Promise<void> {
    const request = { params: { signupId }, headers: { 'x-registration-key': registrationKey } };
    let failure: unknown;
    for (const milliseconds of pauses) {
      await pause(milliseconds);
      const { error } = await safe(backend.registrations.discard(request));
      if (!error) return;
      const isRefused = isDefinedError(error);
      // The backend has no such registration, or lacks the call. A payment in progress may still fail.
      if (isRefused && error.code !== 'PAYMENT_BEGUN') return;
      failure = isRefused ? undefined : error;
      if (isStopping) break;
    }
    if (failure) log.warn({ err: failure }, 'failed to delete the registration of a visitor who exited');
  }

  async function pause(milliseconds: number): Promise<void> {
    if (isStopping) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, milliseconds).unref();
      wakers.add(wake);
    });
  }

  return {
    add(registration, { atOnce } = { atOnce: false }) {
      if (waiting.size >= MAX_WAITING) {
        log.warn({ waiting: waiting.size }, 'deletion of a registration dropped');
        return;
      }
      const work = discard(registration, atOnce ? [0, ...PAUSES.slice(1)] : PAUSES).finally(() => waiting.delete(work));
      waiting.add(work);
    },
    async settle() {
      isStopping = true;
      for (const wake of wakers) wake();
      await withTimeout(STOP_MS.discards, () => Promise.all(waiting)).catch(() => undefined);
    },
  };
}
