interface Call {
  /** The call's group and name. */
  path: readonly string[];
  /** Aborted once the caller no longer waits. */
  signal?: AbortSignal | undefined;
}

export interface InterceptedCall<Answer> extends Call {
  /** Makes the call, or a changed one. */
  next(changed?: Call): Promise<Answer>;
}

/** Wraps every call of a client, in process and over HTTP. */
export type CallInterceptor = <Answer>(call: InterceptedCall<Answer>) => Promise<Answer>;
