import { previewLetter } from '#app/domain/operating/letters/checks.server.ts';
import { findSequence } from '#app/domain/operating/sequences/sequences.server.ts';
import { findStep } from '#app/domain/operating/sequences/steps.server.ts';
import { allow } from '#app/routes/admin/access.server.ts';
import { framedMail } from '#app/routes/admin/letters/framed-mail.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/step-preview';

export const middleware: Route.MiddlewareFunction[] = [allow('letters:edit')];

/** A step as a mail program shows it, in a frame of its page. */
export async function loader({ params: { sequenceId, stepId }, url }: Route.LoaderArgs) {
  const [sequence, step] = await Promise.all([findSequence(sequenceId), findStep(sequenceId, stepId)]);
  if (!sequence || !step)
    throw notFound('There is no such email', { to: '/admin/letters/sequences', label: 'Sequences' });
  return framedMail(previewLetter({ ...step, kind: sequence.kind }).html, url);
}
