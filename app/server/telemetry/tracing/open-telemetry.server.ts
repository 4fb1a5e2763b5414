import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags, type Span as ApiSpan } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import { throttle } from '~/lib/throttle';
import { STOP_MS } from '~/lib/stop-times';
import { withTimeout } from '~/lib/with-timeout';
import type { Span, StartRequestSpan } from './span';
import type { TraceContext } from './trace-context';

const WARN_EVERY_MS = 60_000;

export interface Tracing {
  startRequest: StartRequestSpan;
  /** Sends waiting spans, within `STOP_MS.tracing`. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** The collector's URL, to which `/v1/traces` is appended. Undefined disables recording. */
  endpoint: string | undefined;
  /** The name of this service at the collector. */
  serviceName: string;
  version: string;
  log: Pick<Logger, 'warn'>;
}

type OpenTelemetryOptions = TracingOptions & { endpoint: string };

/**
 * Records spans and sends them to a collector by OTLP over HTTP. The library itself reads its other settings from the environment,
 * such as OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER.
 */
export function openOpenTelemetry({ endpoint, serviceName, version, log }: OpenTelemetryOptions): Tracing {
  const exporter = warning(new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }), log);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('joinery', version);

  function start(name: string, kind: SpanKind, parent: TraceContext | undefined): Span {
    const span = tracer.startSpan(name, { kind }, parent ? contextOf(parent) : ROOT_CONTEXT);
    const context = traceContextOf(span);
    return {
      context,
      startCall: (call) => start(call, SpanKind.CLIENT, context),
      end({ attributes, isFailed }) {
        span.setAttributes(attributes);
        if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  }

  return {
    startRequest: (name, parent) => start(name, SpanKind.SERVER, parent),
    close: () => withTimeout(STOP_MS.tracing, () => provider.shutdown()).catch(() => undefined),
  };
}

function contextOf({ traceId, spanId, isSampled }: TraceContext) {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function traceContextOf(span: ApiSpan): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
}

/** The library does not report rejected spans. */
function warning(exporter: SpanExporter, log: Pick<TracingOptions['log'], 'warn'>): SpanExporter {
  const warn = throttle<unknown>(WARN_EVERY_MS, (err, times) =>
    log.warn({ err, times }, 'failed to send spans to the trace collector'),
  );
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) warn(result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
