const SAFE = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** RFC 9110, section 9.2.1. */
export function isSafeMethod(method: string): boolean {
  return SAFE.includes(method);
}
