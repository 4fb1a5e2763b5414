import type { Sealing } from './sealing.server';

export interface SealedJson<Value> {
  /** @param leastLength characters that shorter values are filled up to, so that the length does not tell what is held */
  seal(value: Value, leastLength?: number): string;
  /** @throws Error when the text was not sealed here, or was changed */
  open(sealed: string): Value;
}

/**
 * Values that are kept sealed. What opens was written by us, as `Value`: nobody else can seal, so that no schema is asked again.
 *
 * @param sealing of this one purpose
 */
export function sealedJson<Value>(sealing: Sealing): SealedJson<Value> {
  return {
    seal: (value, leastLength = 0) => sealing.seal(JSON.stringify(value).padEnd(leastLength)),
    open: (sealed) => JSON.parse(sealing.open(sealed)) as Value,
  };
}
