import type { Register } from 'react-router';

/**
 * The address of a route as app/routes.ts spells it: `courses/:courseSlug`. Middleware, loaders and actions are given that of the route
 * that was matched. What depends on the page asked for depends on it, never on the text of the request's address, which can be spelled in
 * many ways for one page: with percent signs, in capitals, with slashes or `.data` at its end.
 */
export type RoutePattern = keyof Register['pages'] extends infer Path
  ? Path extends `/${infer Pattern}`
    ? Pattern
    : never
  : never;

/** Whether a matched route is one of these. */
export const isOneOf = (pattern: string, routes: readonly RoutePattern[]): boolean =>
  (routes as readonly string[]).includes(pattern);

/** Whether a matched route is one of these or below one. */
export const isAtOrBelow = (pattern: string, areas: readonly RoutePattern[]): boolean =>
  areas.some((area) => pattern === area || pattern.startsWith(`${area}/`));
