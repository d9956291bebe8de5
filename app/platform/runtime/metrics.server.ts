import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** A figure that is told to Prometheus: its name, what it is, and how it is found out when it is asked for. */
export interface Figure {
  name: string;
  help: string;
  read: () => Promise<number | Readonly<Record<string, number>>>;
  /** What tells its values apart, where it has several. */
  label?: string;
}

/** What a process tells of itself and of the site, in Prometheus' format. */
export function createMetrics(figures: readonly Figure[]): { contentType: string; text(): Promise<string> } {
  const registry = new Registry();
  registry.setDefaultLabels({ process: String(process.pid) });
  collectDefaultMetrics({ register: registry });
  for (const { name, help, label, read } of figures)
    new Gauge({
      name,
      help,
      registers: [registry],
      ...(label ? { labelNames: [label] } : {}),
      async collect() {
        const value = await read();
        if (typeof value === 'number') this.set(value);
        else for (const [key, each] of Object.entries(value)) this.set({ [label ?? 'kind']: key }, each);
      },
    });
  return { contentType: registry.contentType, text: () => registry.metrics() };
}
