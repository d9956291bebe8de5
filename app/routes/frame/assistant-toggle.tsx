import assistantScript from 'virtual:assistant-script';
import givingWayScript from 'virtual:giving-way-script';
import { useLocation } from 'react-router';
import { Chat } from '#app/ui/icon.tsx';

/** Pages without it: its own, those between a buyer and the payment, and the admin area, whose rows and buttons it would lie on. */
const without =
  /^\/(admin|assistant|checkout|DMD|special|special-invite|reseller-checkout|pro-reseller-upsell|three-months-free-upsell)(\/|$)/;

/**
 * Opens the assistant's panel, or without scripts its page (P79). It floats above the page's end, where it has a place of its own, and
 * gives way while a form is filled in (styles.css), and to controls that it would lie on (script/giving-way.ts); without scripts it does not
 * float. On a phone it is no wider than its picture, to cover little.
 */
export function AssistantToggle() {
  const { pathname } = useLocation();
  if (without.test(pathname)) return null;
  return (
    <aside
      aria-label="Assistant"
      data-player={givingWayScript}
      className="assistant-toggle no-print pointer-events-none sticky bottom-0 z-10 mt-auto flex justify-end px-4 py-4"
    >
      <a
        href={`/assistant?on=${encodeURIComponent(pathname)}`}
        data-assistant={assistantScript}
        className="pointer-events-auto inline-flex min-h-12 min-w-12 items-center justify-center gap-2 rounded-full bg-accent sm:px-5 font-semibold text-on-accent no-underline shadow-float hover:bg-accent-strong"
      >
        <Chat />
        <span className="max-sm:sr-only">Ask the assistant</span>
      </a>
    </aside>
  );
}
