import { z } from 'zod';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { markRead, savePiece, writeNote } from '#app/domain/learning/reading/marks.server.ts';
import { findPiece } from '#app/domain/learning/reading/pieces.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { wayIn } from '#app/routes/http/identify-viewer.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';

const schema = z.object({
  intent: z.enum(['save', 'unsave', 'read', 'unread', 'note', 'delete_note']),
  note: z.string().default(''),
  /** The note that its author has seen, by when it was written. */
  noted: z.union([z.literal('none'), z.iso.datetime()]).optional(),
});

type Intent = z.output<typeof schema>['intent'];

/** What is said afterwards, and where on the page one is then. */
const outcomes: Record<Intent, { message: string; hash: string }> = {
  save: { message: 'Saved. You find it in Training & Guides, under Saved.', hash: '' },
  unsave: { message: 'No longer saved.', hash: '' },
  read: { message: 'Marked as read.', hash: '#read' },
  unread: { message: 'Marked as not read.', hash: '#read' },
  note: { message: 'Your note is saved.', hash: '#note' },
  delete_note: { message: 'Your note is deleted.', hash: '#note' },
};

/** The action of every page that shows a piece: saves it, marks it as read, keeps a note on it (P147). Visitors are led to the sign-in. */
export async function keepingAction(request: Request, url: URL, viewer: Viewer | null, key: string) {
  if (!viewer) throw await wayIn({ request, url, pattern: '' });
  const form = await readForm(request);
  return refuseInForm(form, async () => {
    const { intent, note, noted } = parseForm(form, schema);
    if (intent === 'save' || intent === 'unsave') await savePiece(viewer, key, intent === 'save');
    else if (intent === 'read' || intent === 'unread') await markRead(viewer, key, intent === 'read');
    else await writeNote(viewer, key, intent === 'note' ? note : '', noted);
    const { message, hash } = outcomes[note.trim() === '' && intent === 'note' ? 'delete_note' : intent];
    // The piece is there, or it would have been refused.
    return redirectWithFlash(`${findPiece(key)?.path ?? url.pathname}${url.search}${hash}`, message);
  });
}
