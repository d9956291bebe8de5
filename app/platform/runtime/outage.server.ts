const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  // A server that takes no writes: a replica after a failover, or a disk that is full.
  '25006',
  '53100',
  // A server without memory or locks to give, or whose disk fails.
  '53000',
  '53200',
  '53400',
  '58000',
  '58030',
  // A transaction that Postgres undid in favor of another: nothing of it is kept, and the same again succeeds.
  '40001',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // A statement, or a transaction in which nothing was asked, that took too long: see work-limits.server.ts.
  '57014',
  '25P03',
]);
// P2024 and P2028: no connection, or no transaction, in time. P2034: undone in favor of another. The rest: no server.
const outagePrismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2034', 'P2037']);

/** What Prisma's adapter makes of a connection that failed, where it does not say by what code. */
const outageKinds = new Set([
  'SocketTimeout',
  'ConnectionClosed',
  'DatabaseNotReachable',
  'TooManyConnections',
  'TransactionWriteConflict',
]);

/** PgBouncer says most of what is wrong with the server behind it in words alone. */
const outageMessage =
  /pgbouncer|server conn crashed|server login (?:has been )?fail|query_wait_timeout|server_login_retry|no more connections allowed|server closed the connection|Connection terminated|is not queryable|Query read timeout|timeout exceeded when trying to connect|Can't reach database|DatabaseNotReachable|ConnectionClosed/i;

/** An error of Prisma's, of its adapter or of pg: each wraps the one below it in its own way, not always in an Error. */
interface DatabaseError {
  code?: unknown;
  kind?: unknown;
  originalCode?: unknown;
  originalMessage?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** True when `error` means that the database cannot do it now, and may be able to when it is asked again. */
export function isDatabaseOutage(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, kind, originalCode, originalMessage, message, cause, meta }: DatabaseError = error;
  return (
    outageCodes.has(String(code)) ||
    outageKinds.has(String(kind)) ||
    outageCodes.has(String(originalCode)) ||
    outagePrismaCodes.has(String(code)) ||
    outageMessage.test(String(message)) ||
    outageMessage.test(String(originalMessage)) ||
    isDatabaseOutage(cause, depth + 1) ||
    isDatabaseOutage(meta?.driverAdapterError, depth + 1)
  );
}
