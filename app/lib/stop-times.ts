/**
 * The most that each part of a stop takes after STOP_DELAY_MS, in milliseconds. The parts follow each other. The grace periods of `deploy/`
 * and compose.yaml, and docs/operations/deploying.md, "Stopping", allow the delay and their sum.
 */
export const STOP_MS = {
  /** The requests in flight. */
  requests: 25_000,
  /** Registrations that visitors left with Exit. */
  discards: 5_000,
  /** The backend, and beside it analytics, flags and the sign-ups' events, which take at most as long. */
  services: 5_000,
  store: 5_000,
  tracing: 2_000,
} as const;

/** The longest stop after STOP_DELAY_MS, in milliseconds. */
export const LONGEST_STOP_MS = Object.values(STOP_MS).reduce((sum, ms) => sum + ms, 0);
