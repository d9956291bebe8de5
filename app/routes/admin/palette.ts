import { levelMay } from '#app/domain/core/access/admin-policy.ts';
import { shownName } from '#app/domain/core/audit/user-name.ts';
import { readUserFilter } from '#app/domain/operating/users/user-filter.ts';
import { listUsers } from '#app/domain/operating/users/user-list.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { sectionGroups } from '#app/routes/admin/sections.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import type { PaletteAnswer } from '#app/ui/script/palette/answer.ts';
import type { Route } from './+types/palette';

export const middleware: Route.MiddlewareFunction[] = [allow('users:read')];

const mostPeople = 6;

/** For the command palette: the pages that who asks may open and, from two letters on, people. One query, and two more for a guess. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const { adminLevel } = context.get(memberContext);
  const filter = readUserFilter(new URLSearchParams({ q: url.searchParams.get('q') ?? '' }));
  const isLong = Array.from(filter.search ?? '').length >= 2;
  const { rows } = isLong ? await listUsers(filter, null) : { rows: [] };
  return Response.json({
    pages: sectionGroups
      .flatMap(({ sections }) => sections)
      .filter(({ permission }) => levelMay(adminLevel, permission))
      .map(({ to, label }) => ({ path: to, title: label, note: 'Admin' })),
    people: rows.slice(0, mostPeople).map((user) => ({
      path: `/admin/users/${user.id}`,
      title: shownName(user),
      note: user.email,
    })),
  } satisfies PaletteAnswer);
}
