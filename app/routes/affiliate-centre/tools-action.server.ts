import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { endPromotionCode, makeOwnCode } from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { linkFormSchema } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { archiveShortLink, makeShortLink } from '#app/domain/programme/affiliates/short-links.server.ts';
import { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { invalidForm, refusedForm } from '#app/routes/http/form.server.ts';

const code = z.string({ error: 'Please enter a code' }).trim().max(40, 'This code is too long');

/** The forms of the page of tools, told apart by their button. */
const toolsSchema = z.discriminatedUnion('intent', [
  linkFormSchema.extend({ intent: z.literal('shorten') }),
  z.object({ intent: z.literal('archive'), code }),
  // Not `code`: what forms call so is a second step's, and never shown again.
  z.object({ intent: z.literal('make-code'), promotionCode: code }),
  z.object({ intent: z.literal('end-code'), code }),
]);

const page = '/affiliate-centre/tools';

/** Does what one of the page's forms asks for; `query` is that of the page it was sent to. */
export async function changeTools(viewer: Viewer, form: FormData, query: string) {
  const submission = parseWithZod(form, { schema: toolsSchema });
  if (submission.status !== 'success') return invalidForm(submission);
  const { short, codes } = affiliateToolsCopy();
  const sent = submission.value;
  try {
    switch (sent.intent) {
      case 'shorten': {
        await makeShortLink(viewer, sent);
        return redirectWithFlash(`${page}#short-links`, short.ready);
      }
      case 'archive': {
        await archiveShortLink(viewer, sent.code);
        return redirectWithFlash(`${page}${query}#short-links`, short.archived);
      }
      case 'make-code': {
        await makeOwnCode(viewer, sent.promotionCode);
        return redirectWithFlash(`${page}#codes`, codes.made);
      }
      case 'end-code': {
        await endPromotionCode(sent.code, { affiliateId: viewer.id });
        return redirectWithFlash(`${page}#codes`, codes.ended);
      }
    }
  } catch (error) {
    return refusedForm(form, error);
  }
}
