import { z } from 'zod';
import {
  type ListDisplay,
  type ListName,
  listNames,
  workTables,
} from '#app/routes/admin/lists/list-columns.ts';
import { listsCookie } from '#app/routes/http/cookies.server.ts';

const preferencesSchema = z.object({
  isCompact: z.boolean(),
  hidden: z.record(z.string(), z.array(z.string())),
});
type Preferences = z.output<typeof preferencesSchema>;

function readPreferences(request: Request): Preferences {
  const preferences = preferencesSchema.safeParse(listsCookie().parse(request.headers.get('Cookie')));
  return preferences.success ? preferences.data : { isCompact: false, hidden: {} };
}

/** How the browser that asks wants a list; a column that there is no more is not hidden. */
export function readListDisplay(request: Request, list: ListName): ListDisplay {
  const { isCompact, hidden } = readPreferences(request);
  const columns: readonly string[] = workTables[list].columns;
  return { isCompact, hidden: (hidden[list] ?? []).filter((label) => columns.includes(label)) };
}

/** The Set-Cookie value that keeps a list's display in this browser, with those of other lists; how dense they are goes for all. */
export function listDisplayHeader(
  request: Request,
  list: ListName,
  { isCompact, hidden }: ListDisplay,
): string {
  const others = listNames.filter((name) => name !== list);
  const hiddenColumns = readPreferences(request).hidden;
  return listsCookie().serialize({
    isCompact,
    hidden: {
      ...Object.fromEntries(
        others.flatMap((name) => (hiddenColumns[name] ? [[name, hiddenColumns[name]]] : [])),
      ),
      [list]: hidden,
    },
  });
}
