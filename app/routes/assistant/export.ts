import { exportConversations } from '#app/domain/assistant/conversations.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import type { Route } from './+types/export';

/** All conversations of whoever asks, as a file. */
export async function loader({ context }: Route.LoaderArgs) {
  const conversations = await exportConversations(context.get(memberContext).id);
  return new Response(`${JSON.stringify({ conversations }, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': 'attachment; filename="conversations.json"',
      'Cache-Control': 'private, no-store',
    },
  });
}
