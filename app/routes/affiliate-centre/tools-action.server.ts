import { z } from 'zod';
import type { Viewer } from '#app/domain/core/access/viewer.ts';
import { endPromotionCode, makeOwnCode } from '#app/domain/programme/affiliates/promotion-codes.server.ts';
import { linkFormSchema } from '#app/domain/programme/affiliates/referral-link.server.ts';
import { archiveShortLink, makeShortLink } from '#app/domain/programme/affiliates/short-links.server.ts';
import { affiliateToolsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, refuseInForm } from '#app/routes/http/form-action.server.ts';

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
  const { short, codes } = affiliateToolsCopy();
  return refuseInForm(form, async () => {
    const values = parseForm(form, toolsSchema);
    switch (values.intent) {
      case 'shorten':
        await makeShortLink(viewer, values);
        return redirectWithFlash(`${page}#short-links`, short.ready);
      case 'archive':
        await archiveShortLink(viewer, values.code);
        return redirectWithFlash(`${page}${query}#short-links`, short.archived);
      case 'make-code':
        await makeOwnCode(viewer, values.promotionCode);
        return redirectWithFlash(`${page}#codes`, codes.made);
      case 'end-code':
        await endPromotionCode(values.code, { affiliateId: viewer.id });
        return redirectWithFlash(`${page}#codes`, codes.ended);
    }
  });
}
