import { z } from 'zod';
import { whileTermsHold } from '#app/domain/core/site-settings/current.server.ts';
import { copy } from '#app/domain/learning/facts/copy.server.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { readMarkdown } from '#app/platform/content/files.server.ts';
import { renderOnce } from '#app/platform/content/markdown.server.ts';

const schema = z.strictObject({ title: copy, description: copy });

const loaded = whileTermsHold(() => {
  const { attributes, body } = readMarkdown('getting-started.md', schema);
  return { ...attributes, body: withFacts(body) };
});

/** The new member's path (content/getting-started.md), read once for each state of its figures. @throws {ContentError} */
export function gettingStarted() {
  const { title, description, body } = loaded();
  return { title, description, text: renderOnce(loaded(), body) };
}
