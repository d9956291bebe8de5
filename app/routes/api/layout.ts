import { answerInJson } from '#app/routes/http/json-error.server.ts';
import type { Route } from './+types/layout';

/** What happens to every request of a program: no cookie is read or set, and whatever fails is told in JSON. */
export const middleware: Route.MiddlewareFunction[] = [answerInJson];
