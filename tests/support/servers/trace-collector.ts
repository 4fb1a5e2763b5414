import { text } from 'node:stream/consumers';
import { serveApp } from './serve-app';

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** 2 for a received request, 3 for an outgoing call. */
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number };
  /** The service that sent the span. */
  service: string;
}

interface Body {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[];
  }[];
}

/** Collects OpenTelemetry traces (OTLP as JSON over HTTP) until the test ends. */
export async function startTraceCollector() {
  const bodies: string[] = [];
  const paths: string[] = [];
  const { origin } = await serveApp((req, res) => {
    void text(req).then((body) => {
      bodies.push(body);
      paths.push(`${req.method} ${req.url}`);
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  return {
    endpoint: origin,
    /** The received bodies, unparsed. */
    bodies,
    paths,
    spans: () => bodies.flatMap((body) => spansOf(JSON.parse(body) as Body)),
  };
}

function spansOf({ resourceSpans }: Body): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });
}
