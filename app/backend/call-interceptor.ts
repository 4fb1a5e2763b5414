/** `path` is the call's group and name. `next` makes the call. */
export interface InterceptedCall<Answer> {
  next(): Promise<Answer>;
  path: readonly string[];
}

/** Wraps every call of a client, in process and over HTTP. */
export type CallInterceptor = <Answer>(call: InterceptedCall<Answer>) => Promise<Answer>;
