/** Only ids, routes, statements' texts, hosts and numbers: nothing that names somebody (P245). */
type SpanAttributes = Record<string, string | number | boolean>;

export interface SpanStart {
  name: string;
  /** Whether it answers a request, asks another server, does what was queued before, or is work in between. */
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes: SpanAttributes;
  /** The span that this one belongs to, where that is of another process: as a traceparent (https://www.w3.org/TR/trace-context/). */
  parent?: string | undefined;
}

export interface OpenSpan {
  traceId: string;
  /** Runs `work`; the spans that it opens are below this one. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  add(attributes: SpanAttributes): void;
  /** Ends it once; of an error only its class and code are told. */
  end(error?: unknown): void;
}

/** What makes spans, where traces are collected. */
export interface Tracing {
  open(start: SpanStart): OpenSpan;
  /** The span under way as a traceparent; undefined outside one. */
  traceparent(): string | undefined;
}

let tracing: Tracing | undefined;

/** From now on spans are made by this; by nothing, if undefined. */
export function setTracing(next: Tracing | undefined): void {
  tracing = next;
}

/** Opens a span; undefined, at no cost, where no traces are collected. */
export function openSpan(start: () => SpanStart): OpenSpan | undefined {
  return tracing?.open(start());
}

/** Opens a span below the one under way; undefined where there is none. */
export function openChildSpan(start: () => SpanStart): OpenSpan | undefined {
  return tracing?.traceparent() === undefined ? undefined : tracing.open(start());
}

/** The span under way, for work that is done later or elsewhere; undefined where there is none. */
export const currentTraceparent = (): string | undefined => tracing?.traceparent();

/** Runs `work` in a span of its own, where traces are collected. */
export async function inSpan<T>(start: () => SpanStart, work: () => Promise<T>): Promise<T> {
  const span = openSpan(start);
  if (!span) return work();
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
