import { data } from 'react-router';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { bodyLength, countAct, requireCommunity } from '#app/domain/talk/community/posting-rules.server.ts';
import { memberHtml } from '#app/platform/content/member-html.server.ts';
import { type FormReply, refusedForm, typedFields } from '#app/routes/http/form.server.ts';

/** The answer to a form whose post is to be seen before it is sent: all that was typed stays, and how its body would look comes with it. */
export async function previewForm(viewer: Viewer, form: FormData) {
  try {
    requireCommunity(viewer);
    await countAct(viewer, 'preview');
  } catch (error) {
    return refusedForm(form, error);
  }
  const typed = typedFields(form);
  const body = (typed.body ?? '').slice(0, bodyLength);
  return data<FormReply & { preview: string | null }>({
    lastResult: { initialValue: typed },
    preview: body.trim() === '' ? null : await memberHtml(body),
  });
}
