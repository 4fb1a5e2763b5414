/**
 * Does something at most once in a while, however often it is asked to: for what is told of a service that is down, which fails at every
 * request.
 *
 * @param ms how long it is quiet afterwards
 * @param act gets how often it was asked since it last acted, this time too
 */
export function throttle<Told>(ms: number, act: (told: Told, times: number) => void): (told: Told) => void {
  let quietUntil = 0;
  let times = 0;
  return (told) => {
    times += 1;
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + ms;
    act(told, times);
    times = 0;
  };
}
