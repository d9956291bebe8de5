import { maxTextLength } from '#app/domain/publishing/checks.server.ts';
import { type Document, documentOf, isThicket } from '#app/domain/publishing/document.server.ts';
import { repetitionsOf } from '#app/domain/publishing/repetition.server.ts';

/** So many of each are told. */
const most = 20;

/** What an author may want to look at, which keeps nothing from being published: names are words that no dictionary has. */
export interface Advice {
  spelling: string[];
  repetitions: string[];
}

/** What is worth a look in a text that can be read; nothing for any other. */
export async function adviceOn(path: string, text: string): Promise<Advice> {
  const none = { spelling: [], repetitions: [] };
  if (text.length > maxTextLength || isThicket(text)) return none;
  let document: Document;
  try {
    document = documentOf(path, text);
  } catch {
    return none;
  }
  // The dictionary is in memory from the first question on.
  const { spellingOf } = await import('#app/domain/publishing/spelling.server.ts');
  return {
    spelling: spellingOf(document).slice(0, most),
    repetitions: (await repetitionsOf(document)).slice(0, most),
  };
}
