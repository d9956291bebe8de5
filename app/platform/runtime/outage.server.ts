const outageCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
]);
// P2024 and P2028: no connection, or no transaction, in time. The rest: no server.
const outagePrismaCodes = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);

const outageMessage =
  /Connection terminated|timeout exceeded when trying to connect|Can't reach database|DatabaseNotReachable|ConnectionClosed/i;

/** An error of Prisma's, of its adapter or of pg: each wraps the one below it in its own way, not always in an Error. */
interface DatabaseError {
  code?: unknown;
  originalCode?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** True when `error` means that the database cannot be reached now (and may be again later). */
export function isDatabaseOutage(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, originalCode, message, cause, meta }: DatabaseError = error;
  return (
    outageCodes.has(String(code)) ||
    outageCodes.has(String(originalCode)) ||
    outagePrismaCodes.has(String(code)) ||
    outageMessage.test(String(message)) ||
    isDatabaseOutage(cause, depth + 1) ||
    isDatabaseOutage(meta?.driverAdapterError, depth + 1)
  );
}
