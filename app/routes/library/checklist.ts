import { redirect } from 'react-router';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';
import { checklistAction } from '#app/routes/frame/piece-marks/checklist-action.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import type { Route } from './+types/checklist';

/** The guide, letter or series whose checklist it is. */
function pieceOf({ shelf, name }: Route.LoaderArgs['params']) {
  const piece = shelf === 'courses' ? null : findPiece(`${shelf}/${name}`);
  if (!piece) throw notFound('There is no such text.', { to: '/training', label: 'Training & Guides' });
  return piece;
}

/** There is nothing to see here: whoever follows the address lands on the text. */
export const loader = ({ params }: Route.LoaderArgs) => redirect(pieceOf(params).path, 303);

/** Keeps the checklist of a guide, a letter or a series. */
export const action = ({ request, params, context }: Route.ActionArgs) => {
  const { key, path } = pieceOf(params);
  return checklistAction(request, context.get(memberContext), key, path);
};
