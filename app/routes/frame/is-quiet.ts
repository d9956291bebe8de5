import { useMatches } from 'react-router';
import { readHandle } from '#app/routes/http/page-handle.ts';

/** Whether nothing but the page itself leads on. Pages of the other kind are loaded as documents. */
export const useIsQuiet = (): boolean => useMatches().some(({ handle }) => readHandle(handle).isQuiet);

/** Whether a quiet page is no checkout either. */
export const useIsBare = (): boolean => useMatches().some(({ handle }) => readHandle(handle).isBare);
