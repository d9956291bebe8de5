import { AggregatorRegistry, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { buildId } from '#app/platform/runtime/build-id.server.ts';

/** A figure that is told to Prometheus: its name, what it is, and how it is found out when it is asked for. */
interface Figure {
  name: string;
  help: string;
  read: () => Promise<number | Readonly<Record<string, number>>>;
  /** What tells its values apart, where it has several. */
  label?: string;
}

/** What a process tells of itself; another process of the machine can hand it on. */
export type ProcessReport = object[];

/** What this process tells of itself: each figure names it, since a counter that begins anew must not be added to others. */
export const processRegistry = new Registry();
processRegistry.setDefaultLabels({ process: String(process.pid) });
collectDefaultMetrics({ register: processRegistry });
new Gauge({
  name: 'site_release_info',
  help: 'Always 1; its label is the build that the process runs',
  labelNames: ['release'],
  registers: [processRegistry],
}).set({ release: buildId() }, 1);

export const reportProcess = (): Promise<ProcessReport> => processRegistry.getMetricsAsJSON();

/** What is told of the site, once, and of each process of this machine, in Prometheus' format. */
export function createMetrics(figures: readonly Figure[]): {
  contentType: string;
  text(reports: ProcessReport[]): Promise<string>;
} {
  const registry = new Registry();
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
  return {
    contentType: registry.contentType,
    async text(reports) {
      // Nothing is added up, since each sample names its process: by their own rule some figures would be left out.
      const all = reports.map((report) => report.map((metric) => ({ ...metric, aggregator: 'sum' })));
      const processes = AggregatorRegistry.aggregate(all);
      return `${await registry.metrics()}\n${await processes.metrics()}`;
    },
  };
}
