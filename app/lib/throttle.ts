/** Calls `act` at most once in `ms` milliseconds, with the number of calls since the last time. */
export function throttle<Value>(ms: number, act: (value: Value, count: number) => void): (value: Value) => void {
  let quietUntil = 0;
  let count = 0;
  return (value) => {
    count += 1;
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + ms;
    act(value, count);
    count = 0;
  };
}
