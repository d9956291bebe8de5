/** What the panel remembers from page to page, in this tab alone. */
interface Memory {
  isOpen: boolean;
  conversationId: string | null;
  draft: string;
}

/** Also known to app/ui/script/assistant.ts, which opens the panel again. */
const name = 'assistant';

export function remembered(): Memory {
  const nothing = { isOpen: false, conversationId: null, draft: '' };
  try {
    return { ...nothing, ...(JSON.parse(sessionStorage.getItem(name) ?? '{}') as Partial<Memory>) };
  } catch {
    return nothing;
  }
}

export function remember(change: Partial<Memory>): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ ...remembered(), ...change }));
  } catch {
    // A browser that keeps nothing forgets.
  }
}
