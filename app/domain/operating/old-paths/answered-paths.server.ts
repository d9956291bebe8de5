/** Until the routes are known, every path counts as answered: no redirect can be added. */
let answers: (pathname: string) => boolean = () => true;

/** Tells which paths a route answers: what knows the routes says so at start. */
export function connectAnsweredPaths(isAnswered: (pathname: string) => boolean): void {
  answers = isAnswered;
}

/** Whether any route but the one for unknown paths answers at a path. */
export const isAnsweredPath = (pathname: string): boolean => answers(pathname);
