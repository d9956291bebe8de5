import cluster from 'node:cluster';
import { expect, it } from 'vitest';
import { becomeParent } from '#app/platform/runtime/processes/parent.ts';

it('a single process takes its connections itself, of several each is handed its share', () => {
  becomeParent('entry.js', 1);
  expect(cluster.schedulingPolicy).toBe(cluster.SCHED_NONE);
  becomeParent('entry.js', 2);
  expect(cluster.schedulingPolicy).toBe(cluster.SCHED_RR);
});
