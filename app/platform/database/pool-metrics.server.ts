import { Gauge } from 'prom-client';
import { countConnections } from '#app/platform/database/client.server.ts';
import { processRegistry } from '#app/platform/runtime/metrics.server.ts';

/** Has each scrape say how the process's connections are used, by the kind of work they are for. */
export function reportPool(): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of each kind of work by what they do, and how many requests wait for one',
    labelNames: ['work', 'state'],
    registers: [processRegistry],
    collect() {
      for (const { kind, busy, idle, waiting } of countConnections()) {
        this.set({ work: kind, state: 'busy' }, busy);
        this.set({ work: kind, state: 'idle' }, idle);
        this.set({ work: kind, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'database_pool_size',
    help: 'The most connections that are opened for a kind of work',
    labelNames: ['work'],
    registers: [processRegistry],
    collect() {
      for (const { kind, most } of countConnections()) this.set({ work: kind }, most);
    },
  });
}
