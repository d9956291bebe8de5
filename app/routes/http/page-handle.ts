/** What a route says of itself by its `handle`. */
interface PageHandle {
  /** Whether search engines may list the page; without a word of it they may not. */
  isIndexed?: boolean;
  /** Whether React goes on with the page in the browser. Other pages are documents, with the one small script of app/ui/script. */
  runsReact?: boolean;
  /** Whether nothing but the page itself leads on: no navigation, where somebody is about to pay. */
  isQuiet?: boolean;
  /** Whether the page stands by itself, under the name of the site alone; a quiet one too. */
  isBare?: boolean;
  /** Whether the page sells something: affiliates may link to it, as they may to pages that are listed. */
  sells?: boolean;
  /** Whether one pays on the page itself, by what the providers draw there. */
  takesPayments?: boolean;
}

/** The `handle` of a page that search engines may list. */
export const indexed: PageHandle = { isIndexed: true };

/** The `handle` of a page that React goes on with in the browser. */
export const interactive: PageHandle = { runsReact: true };

/** The `handle` of a checkout. */
export const checkoutPage: PageHandle = { runsReact: true, isQuiet: true, takesPayments: true, sells: true };

/** The `handle` of a page on which somebody is about to pay at the provider's, and that needs no React. */
export const offerPage: PageHandle = { isQuiet: true, sells: true };

/** The `handle` of a page that is also shown where nothing else can be. */
export const barePage: PageHandle = { isQuiet: true, isBare: true };

/** The `handle` of a page that sells something to members. */
export const salesPage: PageHandle = { sells: true };

/** What a route's `handle`, which the framework leaves open, says. */
export const readHandle = (handle: unknown): PageHandle => (handle ?? {}) as PageHandle;
