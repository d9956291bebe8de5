/** The longest summary of an error, in characters. */
const maxLength = 300;

/** What errors of Prisma, of its driver adapter and of pg say beside their message. */
interface DatabaseErrorDetails {
  code?: unknown;
  severity?: unknown;
  constraint?: unknown;
  meta?: {
    modelName?: unknown;
    driverAdapterError?: { cause?: { originalCode?: unknown; kind?: unknown } };
  };
}

/**
 * What may be stored and logged of an error, in one line. Messages of the database are left out: Prisma prints the whole call, with the
 * values that it was to write, and Postgres quotes them. Its codes and names remain, which say where to look.
 */
export function errorSummary(error: unknown): string {
  if (!(error instanceof Error)) return firstLine(String(error));
  const { code, severity, constraint, meta } = error as Error & DatabaseErrorDetails;
  const isPrisma = error.name.startsWith('PrismaClient');
  const isPostgres = severity !== undefined && typeof code === 'string';
  if (!isPrisma && !isPostgres) return firstLine(error.message) || error.name;
  const cause = meta?.driverAdapterError?.cause;
  const parts = [error.name, code, cause?.originalCode, cause?.kind, meta?.modelName, constraint];
  const names = parts.filter((part) => typeof part === 'string' && /^[\w.-]{1,80}$/.test(part));
  return `Database error: ${[...new Set(names)].join(' ')}`.slice(0, maxLength);
}

const firstLine = (text: string): string => (text.trim().split('\n', 1)[0] ?? '').trim().slice(0, maxLength);
