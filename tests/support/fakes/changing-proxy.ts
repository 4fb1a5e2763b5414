import express from 'express';
import { listen } from '~tests/servers/serve-app';

export interface PassedCall {
  method: string;
  /** Without its query. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: unknown;
}

export interface PassedAnswer {
  status: number;
  body: unknown;
}

/** Forwards JSON to another server and answers with what `change` makes of its answer. */
export async function openChangingProxy(
  target: string,
  change: (call: PassedCall, answer: PassedAnswer) => PassedAnswer,
) {
  const app = express().use(express.text({ type: () => true }), (req, res, next) => {
    const { method, path, headers, originalUrl } = req;
    const sent = typeof req.body === 'string' && req.body !== '' ? req.body : undefined;
    const kept = Object.entries(headers).filter(([name]) => !['host', 'connection', 'content-length'].includes(name));
    fetch(`${target}${originalUrl}`, { method, headers: kept as [string, string][], body: sent ?? null })
      .then(async (answer) => {
        const text = await answer.text();
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        const call = { method, path, headers, body: sent === undefined ? undefined : (JSON.parse(sent) as unknown) };
        const changed = change(call, { status: answer.status, body });
        res.status(changed.status).json(changed.body);
      })
      .catch(next);
  });
  return listen(app);
}
