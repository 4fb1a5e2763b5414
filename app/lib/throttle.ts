/** Calls `act` at most once in `ms` milliseconds, with the number of calls since the last time. */
export function throttle<Value>(ms: number, act: (value: Value, count: number) => void): (value: Value) => void {
  let suppressedUntil = 0;
  let count = 0;
  return (value) => {
    count += 1;
    const now = performance.now();
    if (now < suppressedUntil) return;
    suppressedUntil = now + ms;
    act(value, count);
    count = 0;
  };
}
