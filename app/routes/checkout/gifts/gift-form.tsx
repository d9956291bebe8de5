import type { GiftForm } from '#app/domain/selling/gifts/gift-schema.server.ts';
import { dayRule, type Offer } from '#app/routes/checkout/gifts/gift-words.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { RadioGroup, TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

/** What a giver says of a gift. */
export function GiftFields({
  reply,
  initial,
  offers,
  days,
  cancel,
}: {
  reply: FormReply | undefined;
  initial: Partial<GiftForm>;
  offers: readonly Offer[];
  /** The first and the last day that can be chosen. */
  days: { first: string; last: string };
  cancel: string;
}) {
  const form = formFields<GiftForm>('gift', reply, initial);
  return (
    <Card>
      <form method="post" noValidate id={form.id} className="grid gap-6">
        <FormErrors id={form.errorId} errors={form.errors} />
        <input type="hidden" name="currency" value={form.field('currency').defaultValue} />
        <RadioGroup
          {...form.field('option')}
          label="How long it lasts"
          options={offers.map(({ key, length, price }) => ({ value: key, label: `${length} - ${price}` }))}
        />
        <RadioGroup
          {...form.field('delivery')}
          label="How it gets there"
          options={[
            { value: 'email', label: 'We email it to them' },
            { value: 'card', label: 'I print a card' },
          ]}
        />
        <TextField
          {...form.field('recipientEmail')}
          label="Their email address (for a gift by email)"
          hint="We use it to send this gift, and delete it once the gift is redeemed."
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextField
          {...form.field('startsOn')}
          label="The day you give it"
          hint={dayRule}
          type="date"
          min={days.first}
          max={days.last}
          required
        />
        <TextField
          {...form.field('giverName')}
          label="From"
          hint="Your name as the recipient knows it."
          autoComplete="name"
          maxLength={80}
          required
        />
        <TextArea
          {...form.field('message')}
          label="Your message (optional)"
          hint="Up to 500 characters. It is shown when the gift is opened and on the card, never in the email."
          rows={5}
          maxLength={500}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton pendingLabel="Saving...">Continue to payment</SubmitButton>
          <ButtonLink variant="secondary" to={cancel}>
            Cancel
          </ButtonLink>
        </div>
      </form>
    </Card>
  );
}
