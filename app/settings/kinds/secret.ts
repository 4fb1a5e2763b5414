import { inspect } from 'node:util';

const PRINTED = '[secret]';

/**
 * A text that cannot be printed by accident: every way of turning it into text or JSON gives `[secret]`.
 * Only `reveal()` gives the value.
 */
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
