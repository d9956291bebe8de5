import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';

const folder = 'deploy/monitoring';
const alerts = resolve(folder, 'alerts.yaml');

/** Prometheus's own checker; Debian's package is installed where that is allowed, as for Chromium. */
function hasPromtool(): boolean {
  const isThere = () => ['/usr/bin/promtool', '/usr/local/bin/promtool'].some((path) => existsSync(path));
  if (!isThere() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'))
    spawnSync(
      'sh',
      ['-c', 'apt-get update -qq && apt-get install -y -qq --no-install-recommends prometheus'],
      {
        // With this run level the package's own server is not started.
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
      },
    );
  return isThere();
}

function promtool(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' });
  return status === 0 ? 'fine' : stdout + stderr;
}

/** Checks files that are written for it. */
function promtoolOn(command: string[], content: object): string {
  const scratch = mkdtempSync(join(tmpdir(), 'promtool-'));
  try {
    const file = join(scratch, 'file.yaml');
    writeFileSync(file, stringify(content));
    return promtool(...command, file);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Panel {
  title: string;
  targets: { expr: string }[];
}

const dashboard = JSON.parse(readFileSync(`${folder}/dashboard.json`, 'utf8')) as {
  uid: string;
  panels: (Panel & { id: number; gridPos: { x: number; w: number } })[];
};

/** Whether an alert fires at a minute, when these samples came in by the minute. */
const firing = (series: string, values: string, alertname: string, minute: number, labels: object) => ({
  interval: '1m',
  input_series: [{ series, values }],
  alert_rule_test: [{ eval_time: `${minute}m`, alertname, exp_alerts: [{ exp_labels: labels }] }],
});

describe.skipIf(!hasPromtool())(
  "what Prometheus is given (needs promtool, of Debian's package prometheus)",
  () => {
    it('loads: rules and configuration', () => {
      expect(promtool('check', 'rules', alerts)).toBe('fine');
      expect(promtool('check', 'config', '--syntax-only', `${folder}/prometheus.yml`)).toBe('fine');
    });

    it('asks in every panel of the dashboard what it can answer', () => {
      const rules = dashboard.panels.flatMap(({ id, targets }) =>
        targets.map(({ expr }, index) => ({
          record: `panel:${id}:${index}`,
          expr: expr.replaceAll('$instance', '.*'),
        })),
      );
      expect(promtoolOn(['check', 'rules'], { groups: [{ name: 'dashboard', rules }] })).toBe('fine');
      expect(
        promtoolOn(['check', 'rules'], { groups: [{ name: 'x', rules: [{ record: 'y', expr: 'sum(' }] }] }),
      ).not.toBe('fine');
    });

    it('raises the alarm when it should, and not when all is well', () => {
      const tests = [
        firing('up{job="academy",instance="a"}', '1 1 0x10', 'SiteDown', 8, {
          severity: 'page',
          job: 'academy',
          instance: 'a',
        }),
        firing('http_requests_total{status="500",route="/"}', '0+60x30', 'ServerErrors', 20, {
          severity: 'page',
        }),
        firing(
          'site_jobs_last_success_timestamp_seconds{kind="reconcile-payments"}',
          '0x120',
          'PaymentsNotReconciled',
          90,
          {
            severity: 'page',
          },
        ),
        firing('site_jobs_oldest_waiting_seconds{kind="deliver-mail"}', '0+60x60', 'JobsWait', 40, {
          severity: 'page',
          kind: 'deliver-mail',
        }),
        firing('site_payment_events_waiting', '1x60', 'PaymentEventsWait', 40, { severity: 'page' }),
        // A minute of errors, and a job that has just succeeded.
        {
          interval: '1m',
          input_series: [
            { series: 'http_requests_total{status="200",route="/"}', values: '0+6000x60' },
            { series: 'http_requests_total{status="500",route="/"}', values: '0 1 1 1 1 1 1x54' },
            {
              series: 'site_jobs_last_success_timestamp_seconds{kind="reconcile-payments"}',
              values: '0+60x60',
            },
          ],
          alert_rule_test: ['ServerErrors', 'PaymentsNotReconciled', 'JobsGaveUp'].map((alertname) => ({
            eval_time: '50m',
            alertname,
            exp_alerts: [],
          })),
        },
      ];
      // promtool compares the words of an alert too, which are not what is tested.
      const scratch = mkdtempSync(join(tmpdir(), 'rules-'));
      const wordless = join(scratch, 'rules.yaml');
      const rules = parse(readFileSync(alerts, 'utf8')) as { groups: { rules: object[] }[] };
      for (const group of rules.groups)
        group.rules = group.rules.map((rule) => ({ ...rule, annotations: {} }));
      writeFileSync(wordless, stringify(rules));
      const answer = promtoolOn(['test', 'rules'], {
        rule_files: [wordless],
        evaluation_interval: '1m',
        tests,
      });
      rmSync(scratch, { recursive: true });
      expect(answer).toBe('fine');
    });
  },
);

it('the dashboard has a place and a question for each panel', () => {
  expect(dashboard.uid).toBe('academy');
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  for (const { targets, gridPos } of dashboard.panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    expect(targets.length).toBeGreaterThan(0);
  }
});

it('each alert says whom it wakes and what it is about, and the guide explains it', () => {
  const { groups } = parse(readFileSync(alerts, 'utf8')) as {
    groups: { rules: { alert: string; labels: { severity: string }; annotations: { summary: string } }[] }[];
  };
  const guide = readFileSync('docs/operating.md', 'utf8');
  for (const { alert, labels, annotations } of groups.flatMap(({ rules }) => rules)) {
    expect(['page', 'ticket']).toContain(labels.severity);
    expect(annotations.summary).not.toBe('');
    expect(guide).toContain(`\`${alert}\``);
  }
});
