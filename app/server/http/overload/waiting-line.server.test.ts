import { expect, it } from 'vitest';
import { openLine, type Load } from './waiting-line.server';

const PAGE_MS = 5;

/** Simulates a process that needs 5 ms to serve a request, and 0.2 ms to reject one. */
function runServer({ isRejecting = true } = {}) {
  let now = 0;
  let turn: (() => void) | undefined;
  const loads: Load[] = [];
  const waits: number[] = [];
  const line = openLine({
    now: () => now,
    onNextTurn: (work) => void (turn = work),
    onWaited: (ms) => waits.push(ms),
  });
  const arrive = () =>
    line.join((load) => {
      loads.push(load);
      const isServed = load === 'normal' || !isRejecting;
      now += isServed ? PAGE_MS : 0.2;
      return isServed;
    });
  const takeTurn = () => {
    const work = turn;
    turn = undefined;
    work?.();
    return work !== undefined;
  };
  return {
    loads,
    waits,
    arrive,
    /** Requests that arrive at the same time. */
    burst: (count: number) => Array.from({ length: count }).forEach(arrive),
    /** Lets requests arrive evenly. */
    run(perSecond: number, ms: number) {
      const from = now;
      let arrived = 0;
      while (now < from + ms) {
        while (arrived < ((now - from) / 1000) * perSecond) {
          arrive();
          arrived += 1;
        }
        if (!takeTurn()) now += 1;
      }
    },
    finish() {
      while (takeTurn());
    },
    block: (ms: number) => void (now += ms),
  };
}

const longest = (waits: readonly number[]) => Math.max(...waits);
const turnedAway = (loads: readonly Load[]) => loads.filter((load) => load !== 'normal').length;

/** A line whose event-loop turns the test runs. */
function openManualLine() {
  const begun: number[] = [];
  const work: (() => void)[] = [];
  const line = openLine({ now: () => 0, onNextTurn: (each) => work.push(each) });
  return {
    begun,
    arrive: (number: number) => line.join(() => begun.push(number) > 0),
    turn: () => work.shift()?.(),
    isIdle: () => work.length === 0,
  };
}

it('begins requests one by one, in the order of arrival', () => {
  const { begun, arrive, turn, isIdle } = openManualLine();
  for (const number of [1, 2, 3]) arrive(number);
  expect(begun).toEqual([1]);
  for (let turns = 0; turns < 3; turns += 1) turn();
  expect(begun).toEqual([1, 2]);
  while (!isIdle()) turn();
  expect(begun).toEqual([1, 2, 3]);
});

it('keeps reading while requests arrive, but for a limited time', () => {
  const { begun, arrive, turn } = openManualLine();
  arrive(0);
  for (let turns = 1; turns < 50; turns += 1) {
    arrive(turns);
    turn();
  }
  expect(begun).toEqual([0]);
  turn();
  expect(begun).toEqual([0, 1]);
});

it('begins a request at once when nothing waits', () => {
  const server = runServer();
  server.run(100, 1_000);
  expect(server.waits).toHaveLength(100);
  expect(longest(server.waits)).toBe(0);
});

it('counts a blocked event loop as waiting time', () => {
  const server = runServer();
  server.arrive();
  server.block(300);
  server.arrive();
  server.finish();
  expect(server.waits[1]).toBe(300 + PAGE_MS);
});

it('serves a whole burst, even one that takes 3.5 s', () => {
  const server = runServer();
  server.burst(700);
  server.finish();
  expect(longest(server.waits)).toBeGreaterThan(3_000);
  expect(turnedAway(server.loads)).toBe(0);
});

it('rejects requests of a burst that would wait longer than 4 s', () => {
  const server = runServer();
  server.burst(2_000);
  server.finish();
  expect(longest(server.waits)).toBeLessThan(4_500);
  expect(turnedAway(server.loads)).toBeGreaterThan(1_000);
});

it('rejects no visitor at 80 % of capacity', () => {
  const server = runServer();
  server.run(160, 20_000);
  expect(turnedAway(server.loads)).toBe(0);
});

it('keeps waits near 500 ms at four times capacity, and serves as many as before', () => {
  const server = runServer();
  server.run(800, 5_000);
  const before = server.loads.length;
  server.waits.length = 0;
  server.run(800, 20_000);
  const loads = server.loads.slice(before);
  expect(longest(server.waits)).toBeLessThan(600);
  expect((loads.length - turnedAway(loads)) / 20).toBeGreaterThan(150);
  expect(loads).not.toContain('severe');
});

it('rejects no visitor before waits have been too long for 0.7 s', () => {
  const server = runServer();
  server.run(800, 1_300);
  expect(longest(server.waits)).toBeGreaterThan(900);
  expect(turnedAway(server.loads)).toBe(0);
});

it('lets waits grow to about a second at the onset of a flood', () => {
  const server = runServer();
  server.run(800, 10_000);
  expect(longest(server.waits)).toBeLessThan(1_100);
});

it('serves all visitors as soon as waits are short', () => {
  const server = runServer();
  server.run(800, 5_000);
  server.run(0, 600);
  const before = server.loads.length;
  server.run(160, 1_000);
  expect(turnedAway(server.loads.slice(before))).toBe(0);
  // After a calm second, rejecting requires another 0.7 s of long waits.
  server.run(160, 2_000);
  const calm = server.loads.length;
  server.run(800, 1_200);
  expect(turnedAway(server.loads.slice(calm))).toBe(0);
});

it('reports severe load when rejecting new visitors does not help', () => {
  const server = runServer({ isRejecting: false });
  server.run(800, 2_000);
  expect(server.loads).toContain('high');
  expect(server.loads).not.toContain('severe');
  server.run(800, 2_000);
  expect(server.loads.at(-1)).toBe('severe');
});
