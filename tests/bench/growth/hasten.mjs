/** Preloaded into a server: runs periodic work every two seconds instead of every one or ten minutes, to shorten a measurement. */
const MINUTE_MS = 60_000;
const { setInterval } = globalThis;

globalThis.setInterval = (work, ms, ...args) => setInterval(work, ms >= MINUTE_MS ? 2_000 : ms, ...args);
