import { createContext } from 'react-router';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { baseCurrency } from '#app/domain/core/catalogue/currencies.ts';
import type { RequestInfo } from '#app/platform/http/listener.server.ts';

/** Request id, nonce and client address; set by the server for each request. */
export const requestInfoContext = createContext<RequestInfo>();

/** Who asks; null for a visitor. Set by the root's middleware. */
export const viewerContext = createContext<Viewer | null>(null);

/** The session of who asks: when it began, and whether it outlives the browser. */
export interface SessionTimes {
  begunAt: Date;
  staysSignedIn: boolean;
}

/** The session of who asks; null for a visitor. */
export const sessionContext = createContext<SessionTimes | null>(null);

/** What was read of a user in the query that found out who asks: its key and its value; see read-ahead.server.ts. */
export const readAheadContext = createContext<{ userId: string; key: string; value: unknown } | null>(null);

/** The admin who looks at the site as the viewer does; null for whoever looks at it as themselves. */
export const adminBehindContext = createContext<Viewer | null>(null);

/** Whom a page is previewed as, who is nobody that there is; null for every other request. Set by page-preview.server.ts alone. */
export const previewViewerContext = createContext<{ viewer: Viewer | null } | null>(null);

/** The signed-in user; set by the middleware of protected layouts, so that routes below need not check. */
export const memberContext = createContext<Viewer>();

/** The currency that prices are shown in: the one the address names, or else the one this browser remembers. */
export const currencyContext = createContext<string>(baseCurrency);
