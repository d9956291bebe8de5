import { PageHtml } from '#app/ui/page-html.tsx';

const html = `<p><kbd>P</kbd> previous, <kbd>N</kbd> next module, <kbd>C</kbd> mark as complete</p>
<button type="button" class="link">Switch keys off</button><p role="status" class="sr-only"></p>`;

/** What keys do on a lesson, and the way to switch them off (app/ui/script/reading/keys.ts). React leaves alone what stands in it. */
export function LessonKeys() {
  return (
    <div data-keys="" className="scripts-only no-print">
      <PageHtml className="lesson-keys" html={html} />
    </div>
  );
}
