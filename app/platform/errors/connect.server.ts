import { config } from '#app/platform/config.server.ts';
import { onErrorLogged } from '#app/platform/log.server.ts';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';

/**
 * Has each error of the log reported to SENTRY_DSN, where that is set; nothing is loaded elsewhere.
 * @returns what waits, for two seconds at most, until all reports have left.
 */
export async function connectErrorReports(): Promise<() => Promise<void>> {
  const { sentryDsn, environment } = config();
  if (sentryDsn === null) return async () => undefined;
  const { startErrorReports } = await import('#app/platform/errors/reports.server.ts');
  const reports = startErrorReports(sentryDsn, environment);
  onErrorLogged((message, details) => {
    const requestId = details.requestId ?? requestScope()?.requestId;
    reports.report(message, details, typeof requestId === 'string' ? requestId : undefined);
  });
  return reports.close;
}
