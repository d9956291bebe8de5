// What runs in threads apart from the one that serves: the file they load, see app/platform/runtime/workers. Each task loads what it needs when it
// is first asked for, so that a thread which reads mail holds no dictionary.
import type {} from '#app/domain/publishing/isolated-tasks.ts';
import '#app/domain/talk/support/isolated-tasks.ts';
import type {} from '#app/platform/content/member-html.server.ts';
import type { InputOf, TaskHandlers, TaskName } from '#app/platform/runtime/workers/tasks.ts';

const handlers: TaskHandlers = {
  async 'check-spelling'({ words, most }) {
    const { misspelled } = await import('#app/domain/publishing/spelling.server.ts');
    return misspelled(words, most);
  },
  async 'read-mail'(input) {
    const { readMailWords } = await import('#app/domain/talk/support/mail-words.ts');
    return readMailWords(input);
  },
  async 'read-piece'({ path, text, folder }) {
    const { readPiece } = await import('#app/domain/publishing/document.server.ts');
    readPiece(path, text, folder);
    return null;
  },
  async 'render-member-text'(markdown) {
    const { renderMemberMarkdown } = await import('#app/platform/content/member-markdown.server.ts');
    return renderMemberMarkdown(markdown);
  },
};

/** Does one task; the pool calls it in its thread. */
export default function runTask<Name extends TaskName>({
  task,
  input,
}: {
  task: Name;
  input: InputOf<Name>;
}) {
  return handlers[task](input);
}
