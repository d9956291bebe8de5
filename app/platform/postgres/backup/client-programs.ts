import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface ClientProgram {
  path: string;
  /** The major version of Postgres that it belongs to. */
  major: number;
  version: string;
}

/** Where packages put every version's programs; the ones on the path may be wrappers that choose a version themselves. */
const packageFolders = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/{libpq,postgresql@*}/bin',
  'C:/Program Files/PostgreSQL/*/bin',
];

/**
 * Finds the oldest `pg_dump` or `pg_restore` on this machine that can work with a Postgres of this major version. The embedded Postgres
 * brings neither (P219).
 * @param folder The only place to look in, as POSTGRES_CLIENT_DIR names it.
 * @throws an Error that says in one line what to install.
 */
export function findClientProgram(
  name: 'pg_dump' | 'pg_restore',
  atLeast: number,
  folder = process.env.POSTGRES_CLIENT_DIR,
): ClientProgram {
  const folders = folder
    ? [folder]
    : [
        ...packageFolders.flatMap((pattern) => globSync(pattern)),
        ...(process.env.PATH ?? '').split(delimiter),
      ];
  const programs = folders
    .map((each) => join(each, process.platform === 'win32' ? `${name}.exe` : name))
    .filter((path) => existsSync(path))
    .flatMap((path) => describeProgram(path) ?? [])
    .sort((a, b) => a.major - b.major);
  const program = programs.find(({ major }) => major >= atLeast);
  if (program) return program;
  const present = programs.map(({ path, version }) => `${version} at ${path}`).join(', ') || 'none';
  throw new Error(
    `This needs ${name} of Postgres ${atLeast} or later, and found ${present}. Install it (Debian: postgresql-client-${atLeast}, from apt.postgresql.org where Debian's own is older), or set POSTGRES_CLIENT_DIR to its folder.`,
  );
}

function describeProgram(path: string): ClientProgram | undefined {
  try {
    const output = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [, version, major] = /\) ((\d+)\S*)/.exec(output) ?? [];
    return version ? { path, version, major: Number(major) } : undefined;
  } catch {
    return undefined;
  }
}

/** Where systems keep the certificates of public authorities; libpq looks in the user's home alone. */
const certificateFiles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
];

/** An address as Postgres's programs take it: the password stays out of the list of processes. */
function forProgram(databaseUrl: string): { url: string; env: Record<string, string> } {
  const url = new URL(databaseUrl);
  const env: Record<string, string> = { PGCONNECT_TIMEOUT: '10' };
  if (url.password) env.PGPASSWORD = decodeURIComponent(url.password);
  url.password = '';
  // The driver's own words.
  url.searchParams.delete('uselibpqcompat');
  if (url.searchParams.get('sslmode') === 'no-verify') url.searchParams.set('sslmode', 'require');
  const certificates = certificateFiles.find((path) => existsSync(path));
  if (certificates && /^verify-/.test(url.searchParams.get('sslmode') ?? ''))
    env.PGSSLROOTCERT = process.env.PGSSLROOTCERT ?? certificates;
  return { url: url.href, env };
}

/**
 * Runs a program of Postgres to its end.
 * @param databaseUrl Left out where it needs no database.
 * @returns what it wrote.
 * @throws an Error with what it said in one line, or that it was interrupted.
 */
export async function runClientProgram(
  program: ClientProgram,
  args: string[],
  { databaseUrl, signal }: { databaseUrl?: string; signal?: AbortSignal } = {},
): Promise<string> {
  signal?.throwIfAborted();
  const { url, env } = databaseUrl ? forProgram(databaseUrl) : { url: undefined, env: {} };
  const child = spawn(program.path, [...(url ? [`--dbname=${url}`, '--no-password'] : []), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl+C in a terminal reaches this process, which ends it.
    detached: true,
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.out += String(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.err = (output.err + String(chunk)).slice(-8_000);
  });
  const end = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', end, { once: true });
  // Nobody would undo what it does after this process has ended.
  process.once('exit', end);
  try {
    const how = await new Promise<string | number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status, killedBy) => resolve(killedBy ?? status));
    });
    signal?.throwIfAborted();
    if (how !== 0) throw new Error(explain(program, output.err, how));
    return output.out;
  } finally {
    signal?.removeEventListener('abort', end);
    process.off('exit', end);
  }
}

/** What a program said of its failure, in one line. */
function explain({ path }: ClientProgram, said: string, how: string | number | null): string {
  const lines = said.split('\n').map((line) => line.trim());
  if (/No space left on device|disk quota exceeded|File too large/i.test(said))
    return `The disk is full (${lines.find((line) => /space|quota|large/i.test(line))}): free some space, then try again.`;
  const reasons = lines.filter((line) => /error|fatal|detail|hint/i.test(line)).slice(0, 3);
  return `${path} failed (${how}): ${reasons.join(' ') || lines.at(-1) || 'it gave no reason'}`;
}
