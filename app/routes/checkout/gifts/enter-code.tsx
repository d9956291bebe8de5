import { redirect } from 'react-router';
import { z } from 'zod';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { formatGiftCode, isGiftCode } from '#app/domain/selling/gifts/gift-code.ts';
import { openGift } from '#app/domain/selling/gifts/redeeming.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { requestInfoContext } from '#app/routes/http/context.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/enter-code';

const schema = z.object({
  code: z
    .string({ error: 'Enter the code of your gift' })
    .trim()
    .min(1, 'Enter the code of your gift')
    .max(80, 'A code has 16 letters and digits')
    .refine(isGiftCode, 'A code has 16 letters and digits, such as ABCD-EFGH-JKMN-0123'),
});

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { code } = parseForm(form, schema);
  if (!(await openGift(code, context.get(requestInfoContext).clientAddress)))
    throw new Refusal('invalid', 'We don’t know this code. Check it for a typing mistake.', 'code');
  return redirect(`/redeem/${formatGiftCode(code)}`, 303);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Redeem a gift')];

export default function EnterCode({ actionData }: Route.ComponentProps) {
  const form = formFields<{ code: string }>('redeem', actionData);
  return (
    <div className="page page-narrow grid gap-6 py-8 sm:py-12">
      <header className="grid gap-3">
        <h1>Redeem a gift</h1>
        <p className="text-muted">
          The code is on your card, or in the email you got. You see who the gift is from before you redeem
          it.
        </p>
      </header>
      <Card>
        <form method="post" action="/redeem" noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <TextField
            {...form.field('code')}
            label="Code"
            hint="16 letters and digits. Hyphens and small letters make no difference."
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={80}
            required
          />
          <div>
            <SubmitButton pendingLabel="Looking...">Open the gift</SubmitButton>
          </div>
        </form>
      </Card>
      <p className="text-sm text-muted">
        Want to give one yourself?{' '}
        <Link to="/gift" className="link">
          Give a membership
        </Link>
      </p>
    </div>
  );
}
