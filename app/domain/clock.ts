/** Where the time comes from. Tests set it; the process uses the system's. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
