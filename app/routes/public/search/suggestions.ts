import { suggestPieces } from '#app/domain/site/search/search.server.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { kindNames } from '#app/routes/public/search/results.tsx';
import type { SuggestedPiece, SuggestionsAnswer } from '#app/ui/script/search/answer.ts';
import type { Route } from './+types/suggestions';

/** What the search box proposes while somebody types, to its script. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const results = await suggestPieces(context.get(viewerContext), url.searchParams.get('q') ?? '');
  const pieces = results.map(
    ({ path, kind, place, isLocked, isClosed, title }): SuggestedPiece => ({
      path,
      title,
      note: [kindNames[kind].one, place, isLocked ? 'For members' : isClosed ? 'Not open yet' : '']
        .filter((part) => part !== '')
        .join(', '),
    }),
  );
  return Response.json({ pieces } satisfies SuggestionsAnswer, {
    headers: { 'Cache-Control': 'private, max-age=60', Vary: 'Cookie' },
  });
}
