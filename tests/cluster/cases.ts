import { setTimeout as pause } from 'node:timers/promises';
import type { Balancer } from '#tests/cluster/balancer.ts';
import type { Database } from '#tests/cluster/database.ts';
import { hangUp, restartDrained, type Site, whenReplicaIs } from '#tests/cluster/sites.ts';
import type { Traffic } from '#tests/cluster/traffic.ts';

/** What all cases are done to. */
export interface Cluster {
  database: Database;
  balancer: Balancer;
  sites: Site[];
  traffic: Traffic;
}

export interface Case {
  name: string;
  /** Does it, and resolves once everything is whole again. */
  happen(cluster: Cluster): Promise<void>;
  /** The longest that writes may fail, in seconds; the lease and 5 unless it is given. */
  writeGapLimit?: number;
  /** The longest that members may see no page, in seconds; no limit unless it is given. */
  memberGapLimit?: number;
  /** Whether not one request may fail. */
  isFlawless?: boolean;
}

const settleMs = 4_000;
/** How many requests a rolling restart is measured with. */
const rollingRequests = Number(process.env.CLUSTER_REQUESTS ?? 10_000);

export const cases: Case[] = [
  {
    name: 'The leader killed',
    async happen({ database }) {
      const leader = await database.leader();
      database.signal(leader, 'SIGKILL');
      await database.whenHealthy(1);
      await pause(settleMs);
      database.startNode(leader);
      await database.whenHealthy(2);
    },
  },
  {
    name: 'The leader cut off',
    async happen({ database }) {
      const leader = await database.leader();
      database.signal(leader, 'SIGSTOP');
      await database.whenHealthy(1);
      await pause(settleMs);
      // It still takes itself for the leader.
      database.signal(leader, 'SIGCONT');
      await database.whenHealthy(2);
    },
  },
  {
    name: 'A planned switchover',
    async happen({ database }) {
      await database.switchOver();
      await pause(settleMs);
      await database.whenHealthy(2);
    },
  },
  {
    // It is read from too, and every commit waits for it until Patroni has chosen another.
    name: 'A replica killed',
    memberGapLimit: 5,
    async happen({ database, sites }) {
      const replica = await database.synchronousReplica();
      await Promise.all(sites.map((site) => whenReplicaIs(site, replica.port, true)));
      database.signal(replica, 'SIGKILL');
      await Promise.all(sites.map((site) => whenReplicaIs(site, replica.port, false)));
      await database.whenHealthy(1);
      await pause(settleMs);
      database.startNode(replica);
      await database.whenHealthy(2);
      await Promise.all(sites.map((site) => whenReplicaIs(site, replica.port, true)));
    },
  },
  {
    name: 'Both sites restarted, by SIGHUP and drained',
    isFlawless: true,
    async happen({ sites, balancer, traffic }) {
      traffic.readMs = 15;
      for (const site of sites) await hangUp(site);
      for (const [index, site] of sites.entries()) sites[index] = await restartDrained(site, balancer);
      while (traffic.tally.requests < rollingRequests) {
        await pause(1_000);
        for (const site of sites) await hangUp(site);
      }
    },
  },
];
