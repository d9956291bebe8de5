import { Gauge } from 'prom-client';
import { config } from '#app/platform/config.server.ts';
import { databasePool } from '#app/platform/database/client.server.ts';
import { processRegistry } from '#app/platform/runtime/metrics.server.ts';

/** Has each scrape say how the process's pool of connections is used. */
export function reportPool(): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the pool by what they do, and how many requests wait for one',
    labelNames: ['state'],
    registers: [processRegistry],
    collect() {
      const { totalCount, idleCount, waitingCount } = databasePool();
      this.set({ state: 'busy' }, totalCount - idleCount);
      this.set({ state: 'idle' }, idleCount);
      this.set({ state: 'waiting' }, waitingCount);
    },
  });
  new Gauge({
    name: 'database_pool_size',
    help: 'The most connections that the pool opens',
    registers: [processRegistry],
  }).set(config().databasePoolSize);
}
