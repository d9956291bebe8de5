import { hostname } from 'node:os';
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { isTracingSuppressed, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Config } from '#app/platform/config.server.ts';
import { log } from '#app/platform/log.server.ts';
import { buildId } from '#app/platform/runtime/build-id.server.ts';
import { traceOutgoingCalls } from '#app/platform/tracing/outgoing-calls.server.ts';
import {
  type OpenSpan,
  type SpanStart,
  setTracing,
  type Tracing,
} from '#app/platform/tracing/spans.server.ts';

type Traces = NonNullable<Config['traces']>;

/** How long the end of a process waits for the last spans to leave, in milliseconds. */
const closingMs = 2_000;

/** A collector that is away is told of in the log once in so long, in milliseconds. */
const quietMs = 60_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/** What an error is, without what it says: that may quote an address or a value. */
function typeOfError(error: unknown): string {
  const { code } = error as { code?: unknown };
  if (typeof code === 'string' && /^\w{1,60}$/.test(code)) return code;
  return error instanceof Error ? error.name : 'Error';
}

/** The context of a span of another process; what is no traceparent begins a trace of its own. */
function contextOf(traceparent: string | undefined): Context {
  const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

/** What makes spans by the API of OpenTelemetry, of the provider that is set. */
function createTracing(): Tracing {
  const tracer = trace.getTracer('academy');
  return {
    open({ name, kind, attributes, parent }: SpanStart): OpenSpan {
      // What answers somebody or was queued begins anew, whatever woke it.
      const isEntry = kind === 'server' || kind === 'consumer';
      const above = isEntry ? contextOf(parent) : context.active();
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above);
      const within = trace.setSpan(above, span);
      let isOpen = true;
      return {
        traceId: span.spanContext().traceId,
        run: (work) => context.with(within, work),
        rename: (next) => void span.updateName(next),
        add: (more) => void span.setAttributes(more),
        end(error) {
          if (!isOpen) return;
          isOpen = false;
          if (error) {
            span.setStatus({ code: SpanStatusCode.ERROR });
            span.setAttribute('error.type', typeOfError(error));
          }
          span.end();
        },
      };
    },
    traceparent() {
      if (isTracingSuppressed(context.active())) return undefined;
      const current = trace.getSpanContext(context.active());
      if (!current) return undefined;
      return `00-${current.traceId}-${current.spanId}-${current.traceFlags.toString(16).padStart(2, '0')}`;
    },
  };
}

/** Tells of collectors that do not answer. */
function logProblems(): void {
  let quietUntil = 0;
  const warn = (message: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    log().warn({ error: message.slice(0, 500) }, 'traces could not be sent');
  };
  const silent = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN },
  );
}

/**
 * Starts to collect and send traces. Where to, with which headers and for how long is what OTEL_EXPORTER_OTLP_* says, which the exporter
 * reads; the service's name what OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say.
 * @param traces which share of the traces that begin here is sent, from 0 to 1 (of others, who began them decides), and after how
 * many milliseconds at the latest.
 * @returns what ends it.
 */
export function startTracing(traces: Traces, environment: string): () => Promise<void> {
  logProblems();
  const resource = resourceFromAttributes({
    'service.name': 'academy',
    'service.version': buildId(),
    'service.instance.id': `${hostname()}:${process.pid}`,
    'deployment.environment.name': environment,
    'host.name': hostname(),
    'process.pid': process.pid,
  }).merge(detectResources({ detectors: [envDetector] }));
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(traces.sampledShare) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: traces.sentEveryMs }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  setTracing(createTracing());
  const stopCalls = traceOutgoingCalls();
  return async () => {
    setTracing(undefined);
    stopCalls();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, closingMs);
    });
    await Promise.race([provider.shutdown().catch(() => undefined), limit]);
    clearTimeout(timer);
  };
}
