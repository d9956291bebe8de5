import { data } from 'react-router';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import type { Marks } from '#app/domain/learning/reading/marks.server.ts';
import { loadKept } from '#app/routes/frame/piece-marks/load-marks.server.ts';
import { keepingAction } from '#app/routes/frame/piece-marks/marks-action.server.ts';
import { NoteForm } from '#app/routes/frame/piece-marks/note-form.tsx';
import { keptPart, pagePart, pageText } from '#app/routes/http/page-text.server.ts';

const empty = keptPart(<NoteForm marks={{ note: null, notedAt: null }} />);

/** The form of a note, as HTML. */
export const renderNoteForm = (request: Request, marks: Pick<Marks, 'note' | 'notedAt'>) =>
  marks.note === null ? pageText(request, empty) : pagePart(request, <NoteForm marks={marks} />);

/** `keepingAction` for a page that has the form of its note as HTML: what was refused comes with the form that says so. */
export async function keepingActionWithForm(request: Request, url: URL, viewer: Viewer, key: string) {
  const answer = await keepingAction(request, url, viewer, key);
  if (answer instanceof Response) return answer;
  const kept = await loadKept(viewer, key);
  const form = pagePart(
    request,
    <NoteForm marks={kept?.marks ?? { note: null, notedAt: null }} reply={answer.data} />,
  );
  return data({ note: form }, answer.init ?? {});
}
