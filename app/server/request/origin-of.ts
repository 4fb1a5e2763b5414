import type { Request } from 'express';

/** The origin a request came to; the host is the one Express trusts. */
export function originOf(req: Request): string {
  return `${req.protocol}://${req.get('host') ?? 'localhost'}`;
}
