import { inspect } from 'node:util';

const PRINTED = '[secret]';

/** Prints as `[secret]`; only `reveal()` returns the value. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return PRINTED;
  }

  toJSON(): string {
    return PRINTED;
  }

  [Symbol.toPrimitive](): string {
    return PRINTED;
  }

  [inspect.custom](): string {
    return PRINTED;
  }
}
