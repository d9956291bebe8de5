import { answerInProblems, readsOnly } from '#app/routes/api/devops/key.server.ts';
import type { Route } from './+types/layout';

/** What the operator's own programs read, with a key of the DevOps integration. */
export const middleware: Route.MiddlewareFunction[] = [readsOnly, answerInProblems];
