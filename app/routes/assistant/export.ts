import { exportConversations } from '#app/domain/assistant/export.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { streamedFile } from '#app/routes/http/export-response.server.ts';
import type { Route } from './+types/export';

async function* textOf(batches: ReturnType<typeof exportConversations>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let before = '{\n"conversations": [\n';
  for await (const batch of batches) {
    yield encoder.encode(`${before}${batch.map((one) => JSON.stringify(one, null, 2)).join(',\n')}`);
    before = ',\n';
  }
  yield encoder.encode(before === ',\n' ? '\n]\n}\n' : '{"conversations": []}\n');
}

/** All conversations of whoever asks, as a file. */
export function loader({ context }: Route.LoaderArgs) {
  const batches = exportConversations(context.get(memberContext).id);
  return streamedFile(textOf(batches), {
    name: 'conversations.json',
    mediaType: 'application/json; charset=utf-8',
  });
}
