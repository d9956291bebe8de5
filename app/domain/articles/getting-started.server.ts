import { z } from 'zod';
import { copy } from '#app/domain/facts/copy.server.ts';
import { withFacts } from '#app/domain/facts/facts.server.ts';
import { perContent, readMarkdown } from '#app/platform/content/files.server.ts';
import { renderOnce } from '#app/platform/content/markdown.server.ts';

const schema = z.strictObject({ title: copy, description: copy });

const load = perContent(() => {
  const { attributes, body } = readMarkdown('getting-started.md', schema);
  return { ...attributes, body: withFacts(body) };
});

/** The new member's path (content/getting-started.md), read once. @throws {ContentError} */
export function gettingStarted() {
  const loaded = load();
  const { title, description, body } = loaded;
  return { title, description, text: renderOnce(loaded, body) };
}
