import { z } from 'zod';
import { copy } from '#app/domain/facts/copy.server.ts';
import { withFacts } from '#app/domain/facts/facts.server.ts';
import { readMarkdown } from '#app/platform/content/files.server.ts';
import { renderOnce } from '#app/platform/content/markdown.server.ts';

const schema = z.strictObject({ title: copy, description: copy });

let loaded: (z.output<typeof schema> & { body: string }) | undefined;

/** The new member's path (content/getting-started.md), read once. @throws {ContentError} */
export function gettingStarted() {
  if (!loaded) {
    const { attributes, body } = readMarkdown('getting-started.md', schema);
    loaded = { ...attributes, body: withFacts(body) };
  }
  const { title, description, body } = loaded;
  return { title, description, text: renderOnce(loaded, body) };
}
