import { readPrepared } from '#app/platform/database/client.server.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/**
 * Something a page reads of its viewer, as one JSON value of a query: of a query of its own, or of the one that finds out who asks
 * (find-viewer.server.ts), which saves a way to the database and back.
 */
export interface ViewerRead<T> {
  /** Of the prepared statement. */
  name: string;
  /** What is read, beside whose it is: of two reads with the same key, one stands for the other. */
  key: string;
  /** The value as SQL; `userId` is a column of the query around it, so that no table within may be called `u` or `whose`. */
  json: (userId: Prisma.Sql) => Prisma.Sql;
  /** What the value says. Times in it are text. */
  from: (value: unknown) => T;
}

/** Reads in a query of its own. */
export async function readOf<T>(userId: string, { name, json, from }: ViewerRead<T>): Promise<T> {
  const [row] = await readPrepared<{ value: unknown }>(
    name,
    Prisma.sql`SELECT ${json(Prisma.sql`whose.id`)} AS value FROM (SELECT ${userId}::uuid AS id) whose`,
  );
  return from(row?.value);
}

/** Several reads as one, each by a name of its own. */
export function readTogether<T extends object>(
  name: string,
  parts: { [Part in keyof T]: ViewerRead<T[Part]> },
): ViewerRead<T> {
  const reads = Object.entries<ViewerRead<unknown>>(parts);
  return {
    name,
    key: reads.map(([, { key }]) => key).join(', '),
    json: (userId) =>
      Prisma.sql`json_build_object(${Prisma.join(
        reads.map(([part, { json }]) => Prisma.sql`${part}::text, ${json(userId)}`),
      )})`,
    from(value) {
      const values = value as Readonly<Record<string, unknown>>;
      return Object.fromEntries(reads.map(([part, { from }]) => [part, from(values[part])])) as T;
    },
  };
}
