import { createContext } from 'react';

/** What the server knows of the page being rendered; empty in the browser. */
export interface PageInfo {
  nonce?: string;
  requestId?: string | undefined;
  isOutage?: boolean;
}

export const PageContext = createContext<PageInfo>({});
