/** A promise that a test resolves with `open`, for instance to hold a call until then. */
export function latch() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
