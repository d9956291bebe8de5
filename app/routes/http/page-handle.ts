/** What a route says of itself by its `handle`. */
export interface PageHandle {
  /** Whether search engines may list the page; without a word of it they may not. */
  isIndexed?: boolean;
  /** Whether React goes on with the page in the browser. Other pages are documents, with the one small script of app/ui/script. */
  runsReact?: boolean;
  /** Whether nothing but the page itself leads on: no navigation, where somebody is about to pay. */
  isQuiet?: boolean;
  /** Whether one pays on the page itself, by what the providers draw there. */
  takesPayments?: boolean;
}

/** The `handle` of a page that search engines may list. */
export const indexed: PageHandle = { isIndexed: true };

/** The `handle` of a page that React goes on with in the browser. */
export const interactive: PageHandle = { runsReact: true };

/** The `handle` of a checkout. */
export const checkoutPage: PageHandle = { runsReact: true, isQuiet: true, takesPayments: true };

/** The `handle` of a page on which somebody is about to pay at the provider's, and that needs no React. */
export const offerPage: PageHandle = { isQuiet: true };

/** What a route's `handle`, which the framework leaves open, says. */
export const readHandle = (handle: unknown): PageHandle => (handle ?? {}) as PageHandle;
