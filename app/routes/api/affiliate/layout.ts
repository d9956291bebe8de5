import { requireKey } from '#app/routes/api/affiliate/key-owner.server.ts';
import { closeForPrograms } from '#app/routes/http/maintenance.server.ts';
import type { Route } from './+types/layout';

/** An affiliate's own figures, for programs with a key of theirs (docs/affiliates.md). */
export const middleware: Route.MiddlewareFunction[] = [closeForPrograms, requireKey];
