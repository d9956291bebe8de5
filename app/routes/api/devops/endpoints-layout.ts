import { answerInProblems } from '#app/routes/api/devops/key.server.ts';
import type { Route } from './+types/endpoints-layout';

/** Where the operator's own programs have themselves told what happens, with a key of the DevOps integration. */
export const middleware: Route.MiddlewareFunction[] = [answerInProblems];
