import { request as send, type IncomingHttpHeaders } from 'node:http';
import { listen } from '~tests/servers/serve-app';

export interface RecordedExchange {
  method: string;
  /** With its query. */
  address: string;
  headers: IncomingHttpHeaders;
  body: string;
  status: number;
  /** The response's body, as text. */
  answer: string;
}

/** Starts a proxy that forwards requests to a server, and records them with their responses. */
export async function openRecordingProxy(target: string) {
  const passed: RecordedExchange[] = [];
  const { origin, close } = await listen((req, res) => {
    const { method = '', url = '', headers } = req;
    let body = '';
    req.on('data', (chunk: Buffer) => (body += chunk.toString()));
    const onward = send(new URL(url, target), { method, headers }, (answer) => {
      const exchange = { method, address: url, headers, body, status: answer.statusCode!, answer: '' };
      passed.push(exchange);
      res.writeHead(answer.statusCode!, answer.headers);
      answer.on('data', (chunk: Buffer) => (exchange.answer += chunk.toString()));
      answer.pipe(res);
    });
    onward.on('error', () => res.destroy());
    req.pipe(onward);
  });
  return { url: origin, passed, close };
}
