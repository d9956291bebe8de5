import { headcountChanges, movementKinds } from '#app/domain/operating/analytics/kinds.ts';
import { Prisma } from '#app/platform/database/generated/client.ts';

/** The change of the headcount by rows with `kind` and `people`, in SQL. */
export const headcountSql = (): Prisma.Sql => {
  const kindsOf = (change: number) =>
    Prisma.join(movementKinds.filter((kind) => headcountChanges[kind] === change));
  return Prisma.sql`CASE WHEN kind IN (${kindsOf(1)}) THEN people WHEN kind IN (${kindsOf(-1)}) THEN -people ELSE 0 END`;
};
