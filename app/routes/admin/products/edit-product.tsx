import { commissionLabels, type UnlockKind } from '#app/domain/operating/products/product-forms.ts';
import { ChangedMeanwhile, comparedFields } from '#app/routes/admin/edit-conflict.tsx';
import { ProductFields } from '#app/routes/admin/products/product-fields.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { Part } from '#app/routes/admin/users/facts.tsx';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

const labels = {
  name: 'Name',
  noun: 'Name within a sentence',
  courses: 'Courses',
  commission: 'Who earns commission',
  commissionPercent: 'Commission rate in percent',
  tagline: 'Tagline',
  description: 'Sales page text',
  saleStartsAt: 'On sale from',
  saleEndsAt: 'On sale until',
  stock: 'Units for sale',
  offeredAfter: 'Offer it after a purchase of',
  bumpFor: 'Offer it on the checkout of',
  minSeats: 'Fewest seats',
  maxSeats: 'Most seats',
} as const;

/** Changes the details of a product. */
export function EditProduct({
  path,
  kind,
  version,
  initial,
  others,
  reply,
}: {
  path: string;
  kind: UnlockKind;
  version: number;
  initial: Record<keyof typeof labels, string>;
  others: readonly { key: string; name: string }[];
  reply: FormReply | undefined;
}) {
  const form = formFields<Record<string, string>>('product', reply, initial);
  const shown = (name: keyof typeof labels, value: string) =>
    name === 'commission' ? (commissionLabels[value as keyof typeof commissionLabels] ?? '') : value;
  return (
    <Part id="edit" title="Details">
      <Card>
        <form method="post" action={path} noValidate id={form.id} className="grid gap-5">
          <FormErrors id={form.errorId} errors={form.errors} />
          <ChangedMeanwhile
            typedOver={reply?.lastResult.initialValue?.version}
            version={String(version)}
            fields={comparedFields(labels, initial, form, shown)}
          />
          <ProductFields form={form} kind={kind} others={others} />
          <ReasonField {...form.field('reason')} required />
          <div>
            <SubmitButton pendingLabel="Saving...">Save product</SubmitButton>
          </div>
        </form>
      </Card>
    </Part>
  );
}
