import { z } from 'zod';
import { listsCookie } from '#app/routes/http/cookies.server.ts';

/** How somebody wants a list: how dense, and without which columns. */
export interface ListDisplay {
  isCompact: boolean;
  hidden: readonly string[];
}

const preferencesSchema = z.object({
  isCompact: z.boolean(),
  hidden: z.record(z.string(), z.array(z.string())),
});
type Preferences = z.output<typeof preferencesSchema>;

function readPreferences(request: Request): Preferences {
  const preferences = preferencesSchema.safeParse(listsCookie().parse(request.headers.get('Cookie')));
  return preferences.success ? preferences.data : { isCompact: false, hidden: {} };
}

/** How the browser that asks wants a list; `columns` are those that can be hidden, and one that there is no more is not. */
export function readListDisplay(request: Request, list: string, columns: readonly string[]): ListDisplay {
  const { isCompact, hidden } = readPreferences(request);
  return { isCompact, hidden: (hidden[list] ?? []).filter((label) => columns.includes(label)) };
}

/** The fields of the form that changes a display (frame/lists/display-menu.tsx), beside the list's name. */
export const displayFields = {
  density: z.enum(['comfortable', 'compact']),
  back: z.string(),
} as const;

/** The display that such a form asks for: `show_1` is the box of the second of `columns`. */
export const displayOf = (
  { density, ...fields }: { density: 'comfortable' | 'compact' } & Record<string, unknown>,
  columns: readonly string[],
): { isCompact: boolean; hidden: string[] } => ({
  isCompact: density === 'compact',
  hidden: columns.filter((_, index) => !(`show_${index}` in fields)),
});

/** The Set-Cookie value that keeps a list's display in this browser, with those of other lists; how dense they are goes for all. */
export const listDisplayHeader = (
  request: Request,
  list: string,
  { isCompact, hidden }: ListDisplay,
): string =>
  listsCookie().serialize({
    isCompact,
    hidden: { ...readPreferences(request).hidden, [list]: hidden },
  });
