import assistantScript from 'virtual:assistant-script';
import givingWayScript from 'virtual:giving-way-script';
import { assistantPath } from '#app/routes/frame/assistant-place.ts';
import { Chat } from '#app/ui/icon.tsx';

/**
 * Opens the assistant's panel, or without scripts its page (P79). It covers no text: where the window leaves room beside the page it floats
 * there, and elsewhere it is a bar at the window's lower edge (styles.css). It gives way while a form is filled in (styles.css), and to
 * controls that it would lie on (script/floating-player.ts). Markup of the server alone; where it leads and whether it is shown, browsers say
 * after each navigation (follow-page.ts).
 */
export function AssistantToggle({ pathname, isHidden }: { pathname: string; isHidden: boolean }) {
  return (
    <aside
      aria-label="Assistant"
      hidden={isHidden}
      data-player={givingWayScript}
      className="assistant-toggle no-print pointer-events-none sticky bottom-0 z-10 mt-auto flex justify-end px-4 py-4"
    >
      <a
        href={assistantPath(pathname)}
        data-assistant={assistantScript}
        className="pointer-events-auto inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-accent px-3 font-semibold text-on-accent no-underline shadow-float hover:bg-accent-strong"
      >
        <Chat />
        <span className="assistant-toggle-label">Ask the assistant</span>
      </a>
    </aside>
  );
}
