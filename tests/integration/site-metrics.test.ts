import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  ask,
  childrenOf,
  pid,
  port,
  postForm,
  sessionOf,
  withDemoSite,
} from '#tests/integration/running-site.ts';

withDemoSite({ WEB_CONCURRENCY: '2' });

let key: string;
beforeAll(async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/devops/generate-key`, {
    method: 'POST',
    body: JSON.stringify({ permissions: ['metrics:read'] }),
    headers: { 'Content-Type': 'application/json', cookie: await sessionOf('admin') },
  });
  key = ((await answer.json()) as { api_key: string }).api_key;
});

interface Sample {
  labels: Record<string, string>;
  value: number;
}

/** The samples of a figure, in one scrape of whichever process answers. */
async function scrape(): Promise<(name: string) => Sample[]> {
  const { text, status } = await ask(port, '/metrics', { headers: { 'x-api-key': key } });
  expect(status).toBe(200);
  return (name) =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => ({
      labels: Object.fromEntries(
        [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text]),
      ),
      value: Number(value),
    }));
}

const sum = (samples: Sample[], labels: Record<string, string>) =>
  samples
    .filter((sample) => Object.entries(labels).every(([name, value]) => sample.labels[name] === value))
    .reduce((total, { value }) => total + value, 0);

it('takes the key as a bearer too, which is all that Prometheus could send before version 3', async () => {
  const status = async (path: string, headers: Record<string, string>) =>
    (await ask(port, path, { headers })).status;
  expect(await status('/metrics', { authorization: `Bearer ${key}` })).toBe(200);
  expect(await status('/metrics', { authorization: `Bearer ${key}x` })).toBe(401);
  expect(await status('/api/devops/sync/users', { authorization: `Bearer ${key}` })).toBe(401);
});

it('has every figure that the alerts and the dashboard of deploy/ ask for', async () => {
  const { text } = await ask(port, '/metrics', { headers: { 'x-api-key': key } });
  const present = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const asked = ['alerts.yaml', 'dashboard.json']
    .flatMap((file) =>
      readFileSync(`deploy/monitoring/${file}`, 'utf8').match(/\b(?:site|http|database|nodejs|process)_\w+/g),
    )
    .filter((name) => name !== null)
    .map((name) => name.replace(/_bucket$/, ''));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !present.has(name))).toEqual([]);
});

describe('one scrape', () => {
  it('tells of every process, and of the site once', async () => {
    const samples = await scrape();
    const processes = new Set(samples('process_resident_memory_bytes').map(({ labels }) => labels.process));
    expect(processes).toEqual(new Set(childrenOf(pid).map(String)));
    expect(samples('site_release_info')).toHaveLength(2);
    expect(samples('site_users')).toEqual([{ labels: {}, value: expect.any(Number) }]);
    // Of every process, for each kind of work that it has done.
    const sizes = samples('database_pool_size');
    expect(new Set(sizes.map(({ labels }) => labels.process))).toEqual(processes);
    expect(sizes.filter(({ labels }) => labels.work === 'job').map(({ value }) => value)).toContain(5);
    expect(new Set(samples('database_pool_connections').map(({ labels }) => labels.state))).toEqual(
      new Set(['busy', 'idle', 'waiting']),
    );
    expect(samples('site_mails_oldest_queued_seconds')).toHaveLength(1);
    expect(samples('site_jobs_last_success_timestamp_seconds').length).toBeGreaterThan(40);
  });

  it('counts requests of all processes by route and status, and how long they took', async () => {
    const before = (await scrape())('http_requests_total');
    const cookie = await sessionOf('member');
    for (let time = 0; time < 6; time += 1) {
      expect((await ask(port, '/courses/seo', { headers: { cookie } })).status).toBeLessThan(400);
      await ask(port, '/pricing');
      await ask(port, `/nowhere-${time}?email=someone@example.com`);
      await postForm(port, '/login', { email: 'nobody', password: '' });
    }
    const samples = await scrape();
    const counted = samples('http_requests_total');
    const more = (labels: Record<string, string>) => sum(counted, labels) - sum(before, labels);
    expect(more({ route: '/courses/:courseSlug', method: 'GET' })).toBe(6);
    // From memory or not.
    expect(more({ route: '/pricing', status: '200' })).toBe(6);
    expect(more({ route: '/*' })).toBe(6);
    expect(more({ route: '/login', method: 'POST', status: '422' })).toBe(6);
    const durations = samples('http_request_duration_seconds_bucket');
    expect(sum(durations, { route: '/courses/:courseSlug', le: '+Inf' })).toBeGreaterThanOrEqual(6);
    // What somebody asked for is no label.
    expect(JSON.stringify(counted)).not.toMatch(/nowhere|example\.com|seo/);
  });

  it('waits for no process that hangs', async () => {
    const [first = 0] = childrenOf(pid);
    process.kill(first, 'SIGSTOP');
    try {
      let answered: Awaited<ReturnType<typeof scrape>> | undefined;
      // Connections are handed round: one of two leads to the process that goes on.
      const tries = [scrape(), scrape()].map((each) =>
        each.then((samples) => {
          answered ??= samples;
        }),
      );
      await Promise.race(tries);
      expect(answered?.('process_resident_memory_bytes')).toHaveLength(1);
      process.kill(first, 'SIGCONT');
      await Promise.all(tries);
    } finally {
      process.kill(first, 'SIGCONT');
    }
  });
});
