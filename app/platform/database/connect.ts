import pg from 'pg';

/**
 * A connection whose times are UTC, whatever the server's own zone is: Prisma sends times without a zone. The zone is a startup
 * parameter of its own because poolers track that one for each client; PgBouncer refuses `options`, which pg would send it by (P210).
 */
export class UtcClient extends pg.Client {
  getStartupConf(): Record<string, string> {
    const parent = pg.Client.prototype as unknown as { getStartupConf(): Record<string, string> };
    return { ...parent.getStartupConf.call(this), TimeZone: 'UTC' };
  }
}

/**
 * Opens a connection outside of the pool.
 * @param setting names where the address is from.
 * @throws an Error that says in one line what to check; it shows the address without the password.
 */
export async function connectTo(
  connectionString: string,
  setting: string,
  options: pg.ClientConfig = {},
): Promise<pg.Client> {
  const client = new UtcClient({ connectionString, connectionTimeoutMillis: 10_000, ...options });
  // A connection lost between two queries shows at the next one; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new Error(
      `The database ${client.database} at ${client.host}:${client.port} cannot be used (${reasonOf(error)}): check ${setting}, and that the server is up.`,
    );
  }
}

/** An error's reason in one line. An attempt on several addresses fails with several reasons and no message of its own. */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  return message.split('\n').filter(Boolean).join(' ').trim();
}
