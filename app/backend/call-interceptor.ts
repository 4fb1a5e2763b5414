/** What an interceptor of a backend client is given: the call's group and name, and the rest of the way to the answer. */
export interface InterceptedCall<Answer> {
  next(): Promise<Answer>;
  path: readonly string[];
}

/** Stands around every call of a client, in process and over HTTP alike. */
export type CallInterceptor = <Answer>(call: InterceptedCall<Answer>) => Promise<Answer>;
