import type { Sealing } from './sealing.server';

export interface SealedJson<Value> {
  /** @param minLength pads shorter values to this many characters, so that the length reveals nothing */
  seal(value: Value, minLength?: number): string;
  /** @throws Error when the text was changed, or sealed with another secret */
  open(sealed: string): Value;
}

/** Only we can seal, so what opens is a `Value` and needs no validation. */
export function sealedJson<Value>(sealing: Sealing): SealedJson<Value> {
  return {
    seal: (value, minLength = 0) => sealing.seal(JSON.stringify(value).padEnd(minLength)),
    open: (sealed) => JSON.parse(sealing.open(sealed)) as Value,
  };
}
