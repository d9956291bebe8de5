import type { RouterContextProvider } from 'react-router';
import {
  findInstructorScope,
  type InstructorScope,
} from '#app/domain/learning/assignments/instructors.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';

/** Whose assignments who asks may read. @throws 404 for whoever may read nobody's */
export async function teachingScope(context: Readonly<RouterContextProvider>): Promise<InstructorScope> {
  const scope = await findInstructorScope(context.get(memberContext));
  if (scope.length === 0) throw notFound('Page Not Found', { to: '/dashboard', label: 'Dashboard' });
  return scope;
}
