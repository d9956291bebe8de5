import {
  asPlain,
  isCostly,
  recentHtml,
  rememberHtml,
  renderMemberMarkdown,
} from '#app/platform/content/member-markdown.server.ts';
import { waitForTurn } from '#app/platform/runtime/event-loop-turn.server.ts';
import { IsolatedTaskError, runIsolated } from '#app/platform/runtime/workers/isolated-tasks.server.ts';

declare module '#app/platform/runtime/workers/tasks.ts' {
  interface IsolatedTasks {
    /** What somebody has typed as Markdown, as safe HTML. */
    'render-member-text': { input: string; output: string };
  }
}

/** A text up to this long is read in a few milliseconds, as `isCostly` keeps the rest out: a thread would take longer to be asked. */
const shortText = 1_500;

/**
 * Turns Markdown that a member has typed into safe HTML, as `renderMemberMarkdown` does: a short text in a turn of its own, a long one in a
 * thread, so that a page full of them holds nobody up. What a thread has no room or time for stands as it was typed.
 */
export async function memberHtml(markdown: string): Promise<string> {
  const html = recentHtml(markdown);
  if (html !== undefined) return html;
  if (markdown.length <= shortText || isCostly(markdown)) {
    await waitForTurn();
    return renderMemberMarkdown(markdown);
  }
  try {
    return rememberHtml(
      markdown,
      await runIsolated('render-member-text', markdown, { lane: 'members', timeoutMs: 10_000 }),
    );
  } catch (error) {
    if (!(error instanceof IsolatedTaskError)) throw error;
    return error.isTemporary ? asPlain(markdown) : rememberHtml(markdown, asPlain(markdown));
  }
}
