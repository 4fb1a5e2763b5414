import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';

const PATH = '/app/join/signup';
/** More than the number of concurrently waiting requests. */
const MOST_CONNECTIONS = 4_000;
/** A visitor without a response after this time counts as failed. */
const TIMEOUT_MS = 15_000;

export interface VisitorKind {
  /** The value of `Accept-Encoding`; undefined sends none. */
  encoding?: string | undefined;
  /** Otherwise each request opens a connection. */
  keepsAlive: boolean;
}

export interface Visit {
  /** 0 if the request failed or timed out. */
  status: number;
  ms: number;
  /** Milliseconds since the flood began. */
  at: number;
}

export type Visitors = ReturnType<typeof openVisitors>;

/** Creates new visitors, who have no cookies. */
export function openVisitors(origin: string, { encoding, keepsAlive }: VisitorKind) {
  const pool = new Pool(origin, { connections: MOST_CONNECTIONS, pipelining: 1, headersTimeout: TIMEOUT_MS });
  const headers = { accept: 'text/html', ...(encoding && { 'accept-encoding': encoding }) };

  async function visit(from = performance.now()): Promise<Visit> {
    const began = performance.now();
    const status = await pool
      .request({ method: 'GET', path: PATH, headers, reset: !keepsAlive })
      .then(async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      })
      .catch(() => 0);
    return { status, ms: performance.now() - began, at: began - from };
  }

  return {
    visit,
    /** Sends three at a time. @returns the number of served pages */
    async inTurn(ms: number): Promise<number> {
      const until = performance.now() + ms;
      let served = 0;
      const visitUntilEnd = async () => {
        while (performance.now() < until) if ((await visit()).status === 200) served += 1;
      };
      await Promise.all([visitUntilEnd(), visitUntilEnd(), visitUntilEnd()]);
      return served;
    },
    /** Sends requests at a rate that does not depend on responses. */
    async flood(perSecond: number, ms: number): Promise<Visit[]> {
      const began = performance.now();
      const visits: Promise<Visit>[] = [];
      while (performance.now() < began + ms) {
        const due = ((performance.now() - began) / 1000) * perSecond;
        while (visits.length < due) visits.push(visit(began));
        await pause(2);
      }
      return Promise.all(visits);
    },
    close: () => pool.close(),
  };
}
