import { connect } from 'node:net';
import type pg from 'pg';
import { config } from '#app/platform/config.server.ts';
import { beginWait, statementLimit } from '#app/platform/database/database-wait.server.ts';
import { supersededSignal } from '#app/platform/database/lock-scope.server.ts';
import { limitsOf } from '#app/platform/database/work-limits.server.ts';
import { requestScope } from '#app/platform/runtime/request-scope.server.ts';
import type { WorkKind } from '#app/platform/runtime/work-kind.server.ts';
import { openChildSpan, type SpanStart } from '#app/platform/tracing/spans.server.ts';
import { statementText, summarizeStatement } from '#app/platform/tracing/statement-text.ts';

const transactionControl = /^\s*(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|DEALLOCATE)/i;

/** How long the server has to end a statement that it was asked to end, before the connection is given up, in milliseconds. */
const cancelMs = 1_000;

/** How long a replica may take over a statement of a page before the primary is asked, in milliseconds. */
const replicaPageMs = 3_000;

/** What pg keeps of a connection, and its types do not tell. */
interface Wire {
  connection: { stream: { destroy(error?: Error): void } };
  host: string;
  port: number;
  processID: number | null;
  secretKey: number | null;
}

type Query = (...args: unknown[]) => unknown;

/**
 * Watches over the statements of a connection. Counts them for the request they serve, so that a page's query budget can be measured; and
 * sends one after another: Prisma asks for what a query includes side by side, also on the one connection of a transaction, where pg will
 * not keep what it cannot send yet. Takes the names of prepared statements away, whoever gave them, where a pooler cannot track them
 * (P210). Ends each that takes too long, from this side, since a server that is frozen enforces nothing (P224), and each that waits for a
 * locked table that it can be done without (table-locks.server.ts).
 */
export function guardStatements(client: pg.PoolClient, kind: WorkKind, isReplica = false): void {
  const query = client.query.bind(client) as Query;
  let last: Promise<unknown> | undefined;
  client.query = ((...args: unknown[]) => {
    const scope = requestScope();
    if (!config().hasNamedStatements) args[0] = withoutName(args[0]);
    const text = textOf(args[0]);
    if (scope && !transactionControl.test(text)) {
      scope.queryCount += 1;
      if (isReplica) scope.replicaQueryCount = (scope.replicaQueryCount ?? 0) + 1;
    }
    if (text === 'BEGIN') args[0] = limitedBegin(args[0], kind);
    const callback = args.at(-1);
    const isSuperseded = () => supersededSignal()?.aborted === true && !transactionControl.test(text);
    if (typeof callback === 'function') {
      if (isSuperseded()) return callback(superseded());
      const end = watch(client, kind, text, isReplica);
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        end(error);
        callback(error, ...rest);
      };
      return query(...args);
    }
    const send = () => {
      if (isSuperseded()) return Promise.reject(superseded());
      const end = watch(client, kind, text, isReplica);
      const result = query(...args) as Promise<unknown>;
      result.then(() => end(null), end);
      return result;
    };
    const answer = last ? last.then(send) : send();
    const ended = answer.then(forget, forget);
    last = ended;
    function forget() {
      if (last === ended) last = undefined;
    }
    return answer;
  }) as typeof client.query;
}

export const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : ((query as { text?: string } | undefined)?.text ?? '');

function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query)) return query;
  return { ...query, name: undefined };
}

/**
 * Has the server enforce the limits too, for what this process does not live to end. Within the transaction only: such settings hold for
 * it alone, also where a pooler hands connections round, and refuses them as parameters of a connection.
 */
function limitedBegin(query: unknown, kind: WorkKind): unknown {
  const { statementMs, idleMs } = limitsOf(kind);
  const text = `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleMs}`;
  return typeof query === 'string' ? text : { ...(query as object), name: undefined, text };
}

/** What a trace shows of a statement: never its parameters. */
function statementSpan(text: string): SpanStart {
  const name = summarizeStatement(text);
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.summary': name,
    'db.query.text': statementText(text),
  };
  return { name, kind: 'client', attributes };
}

/** Ends the statement that is being sent, once it has taken too long. @returns what says that it is over, with its error. */
function watch(
  client: pg.PoolClient,
  kind: WorkKind,
  text: string,
  isReplica: boolean,
): (error: unknown) => void {
  // Whether the primary is silent is not told by replicas.
  const endWait = isReplica ? () => undefined : beginWait();
  const span = openChildSpan(() => statementSpan(text));
  let isOver = false;
  const cancel = () => {
    clearTimeout(timer);
    cancelStatement(client);
    timer = setTimeout(() => giveUp(client), cancelMs);
  };
  let timer = setTimeout(
    cancel,
    isReplica && kind === 'page' ? Math.min(replicaPageMs, statementLimit(kind)) : statementLimit(kind),
  );
  // A commit is not canceled: whether it was done would not be known.
  const signal = transactionControl.test(text) ? undefined : supersededSignal();
  signal?.addEventListener('abort', cancel, { once: true });
  return (error) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    span?.end(error);
    // What Postgres refuses is an answer too.
    endWait(!error || 'severity' in (error as object));
  };
}

/**
 * Asks the server to end what this connection is doing, as libpq does: by a connection of its own, which needs no password, and which
 * poolers pass on. Nobody answers it.
 */
function cancelStatement(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Wire;
  if (processID === null || secretKey === null) return;
  canceled.add(client);
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(80_877_102, 4);
  message.writeInt32BE(processID, 8);
  message.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.on('error', () => undefined);
  socket.setTimeout(cancelMs, () => socket.destroy());
  // Held until the other side closes it: a pooler passes on nothing for a client that has gone.
  socket.write(message);
}

/** Connections that were asked to end a statement. A cancel request names no statement: one that is late would end another's. */
const canceled = new WeakSet<pg.PoolClient>();

/** Whether a connection is not to be used again. */
export const wasCanceled = (client: pg.PoolClient): boolean => canceled.has(client);

/** As the system says it of a connection, which Prisma knows. */
const timedOut = (message: string) =>
  Object.assign(new Error(message), { code: 'ETIMEDOUT', errno: -110, syscall: 'read' });

const superseded = () => timedOut('The work was given up for a table that is locked.');

/** Gives a connection up whose server says nothing: whoever waits for it fails, and the pool makes another. */
export function giveUp(client: pg.PoolClient): void {
  (client as unknown as Wire).connection.stream.destroy(timedOut('The database did not answer in time.'));
}
