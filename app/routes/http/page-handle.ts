/** What a route says of itself by its `handle`. */
export interface PageHandle {
  /** Whether search engines may list the page; without a word of it they may not. */
  isIndexed?: boolean;
}

/** The `handle` of a page that search engines may list. */
export const indexed: PageHandle = { isIndexed: true };

/** Whether search engines may list the page of a route with this `handle`. */
export function isIndexed(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'isIndexed' in handle && handle.isIndexed === true;
}
