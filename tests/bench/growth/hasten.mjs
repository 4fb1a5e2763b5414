/** Preloaded into a server: what runs every minute or every ten runs every two seconds, so that a measurement need not wait for it. */
const MINUTE_MS = 60_000;
const { setInterval } = globalThis;

globalThis.setInterval = (work, ms, ...args) => setInterval(work, ms >= MINUTE_MS ? 2_000 : ms, ...args);
