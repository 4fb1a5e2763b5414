import { randomBytes } from 'node:crypto';
import type { TraceContext } from './trace-context';

/** The span of a request, or of a call made for it. Names and attributes never contain visitors' input. */
export interface Span {
  readonly context: TraceContext;
  /** @param name the call's, such as `registrations.pay` */
  startCall(name: string): Span;
  end(outcome: SpanOutcome): void;
}

export interface SpanOutcome {
  attributes: Readonly<Record<string, string | number>>;
  isFailed: boolean;
}

/** @param name the request's method and route */
export type StartRequestSpan = (name: string, parent: TraceContext | undefined) => Span;

/** Has ids for the log and for the backend, but is not exported. The backend may still record the trace. */
export const startUnrecorded: StartRequestSpan = (_name, parent) =>
  new UnrecordedSpan(() => ({
    traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    isSampled: parent?.isSampled ?? true,
  }));

/** @param makeContext called when the ids are first read, which never happens for in-process calls */
class UnrecordedSpan implements Span {
  #made: TraceContext | undefined;

  constructor(private readonly makeContext: () => TraceContext) {}

  get context() {
    return (this.#made ??= this.makeContext());
  }

  startCall() {
    return new UnrecordedSpan(() => ({ ...this.context, spanId: randomBytes(8).toString('hex') }));
  }

  end() {
    return undefined;
  }
}
