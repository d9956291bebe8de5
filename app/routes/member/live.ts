import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { LiveKey } from '#app/domain/core/live/announce.server.ts';
import { openLiveStream } from '#app/domain/core/live/streams.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { mayFollowThread } from '#app/domain/talk/community/live-access.server.ts';
import { mayFollowTicket } from '#app/domain/talk/support/live-access.server.ts';
import { eventAnswer } from '#app/platform/http/events.server.ts';
import { adminBehindContext, viewerContext } from '#app/routes/http/context.server.ts';
import { answerInJson, answerOfError, jsonError } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/live';

export const middleware: Route.MiddlewareFunction[] = [answerInJson];

/** What a page says it shows: a thread or a ticket that its viewer may read; nothing for anything else. */
async function watchedBy(viewer: Viewer, asked: string | null): Promise<LiveKey[]> {
  const [, kind, id = ''] = /^(thread|ticket):([\w-]{1,40})$/.exec(asked ?? '') ?? [];
  if (kind === 'thread' && (await mayFollowThread(viewer, id))) return [`thread:${id}`];
  if (kind === 'ticket' && (await mayFollowTicket(viewer, Number(id)))) return [`ticket:${Number(id)}`];
  return [];
}

/** Events for an open page of somebody signed in (app/ui/script/live). After a refusal the page asks again, later and later. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return jsonError(401, 'not_signed_in', 'Please sign in first.');
  // An admin who looks on as a member is told nothing of what comes in.
  if (context.get(adminBehindContext)) return new Response(null, { status: 204 });
  try {
    const watched = await watchedBy(viewer, url.searchParams.get('on'));
    return eventAnswer(openLiveStream(viewer, watched));
  } catch (error) {
    if (error instanceof Refusal) return jsonError(429, error.kind, error.message);
    return answerOfError(error, context);
  }
}
