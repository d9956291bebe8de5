import type { DevopsStatus } from '#app/domain/operating/devops/calls.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { Moment } from '#app/ui/moment.tsx';

const tones = { idle: 'neutral', syncing: 'accent', success: 'good', error: 'danger' } as const;

const hourMs = 3_600_000;

/** How long, in the two largest units: "3 d 4 h", "12 min". */
function formatDuration(ms: number): string {
  const [days, hours, minutes] = [
    Math.floor(ms / (24 * hourMs)),
    Math.floor(ms / hourMs) % 24,
    Math.floor(ms / 60_000) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`;
}

/** How the integration stands, as measured. The page's script renews it; without it a link does. */
export function Status({ status, path }: { status: DevopsStatus; path: string }) {
  const { integrationStatus, lastSync, metrics, recentEvents } = status;
  const { deployments, uptime, responseTime, errorRate } = metrics;
  const figures: [name: string, value: string, note: string][] = [
    ['Deployments', String(deployments), 'Builds of the site that have run'],
    ['Uptime', uptime === null ? 'No data yet' : formatDuration(uptime), 'Since the last start of the site'],
    [
      'Response time',
      responseTime === null ? 'No data yet' : `${responseTime} ms`,
      'Average over the last day’s calls',
    ],
    [
      'Error rate',
      errorRate === null ? 'No data yet' : `${errorRate.toFixed(1)}%`,
      'Server errors in the last day’s calls',
    ],
  ];
  return (
    <section
      id="devops-status"
      data-renews
      aria-labelledby="status"
      className="grid gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="status" className="flex flex-wrap items-center gap-3 text-xl">
          Sync status <Badge tone={tones[integrationStatus]}>{integrationStatus}</Badge>
        </h2>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          <span className="text-muted">Last sync: {lastSync ? <Moment at={lastSync} /> : 'never'}</span>
          <a href={path} className={buttonClass('quiet')}>
            Refresh
          </a>
        </p>
      </div>
      <dl className="grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
        {figures.map(([name, value, note]) => (
          <div key={name} className="grid content-start gap-0.5 bg-surface px-4 py-3">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="font-display text-xl tabular-nums">{value}</dd>
            <dd className="text-xs text-muted">{note}</dd>
          </div>
        ))}
      </dl>
      <div className="grid gap-2">
        <h3 className="text-sm font-semibold">Recent events</h3>
        {recentEvents.length === 0 ? (
          <p className="text-sm text-muted">No program has called yet.</p>
        ) : (
          <ul className="grid gap-1 text-sm">
            {recentEvents.map(({ type, message, time }, index) => (
              // Two calls may be told in the same words.
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is rendered once.
              <li key={index} className="flex flex-wrap justify-between gap-x-4">
                <span className={type === 'error' ? 'text-danger' : undefined}>{message}</span>
                <span className="text-muted">
                  <Moment at={time} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
