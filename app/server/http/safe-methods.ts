const SAFE = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** Whether a method asks for nothing to be changed (RFC 9110, section 9.2.1). */
export function isSafeMethod(method: string): boolean {
  return SAFE.includes(method);
}
