import { createContext, type ReactNode } from 'react';

/** What the server knows of the page being rendered; empty in the browser. */
export interface PageInfo {
  nonce?: string;
  requestId?: string | undefined;
  isOutage?: boolean;
  /** Markup that is the same for everyone, rendered when first asked for under this name; see same-for-all.tsx. */
  renderOnce?: (name: string, children: () => ReactNode) => string;
}

export const PageContext = createContext<PageInfo>({});
