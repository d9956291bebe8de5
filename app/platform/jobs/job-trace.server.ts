import { currentTraceparent } from '#app/platform/tracing/spans.server.ts';

/** Under this name a job's data says which span sent it. */
const traceKey = '_traceparent';

/** A job's data as it is sent: with the span under way, where traces are collected. */
export function withTrace<Data extends object>(data: Data): Data {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? data : { ...data, [traceKey]: traceparent };
}

/** A job's data as it was given, and the span that sent it. */
export function splitTrace<Data extends object | null>(
  sent: Data,
): { data: Data; parent: string | undefined } {
  if (sent === null || !(traceKey in sent)) return { data: sent, parent: undefined };
  const { [traceKey]: parent, ...data } = sent as Record<string, unknown>;
  return { data: data as Data, parent: typeof parent === 'string' ? parent : undefined };
}
