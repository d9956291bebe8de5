import { z } from 'zod';
import {
  type AdoptForm,
  adoptSchema,
  type NameSubscriptionsForm,
  nameSubscriptions,
  nameSubscriptionsSchema,
  startAdopting,
  startReading,
} from '#app/domain/selling/adoption/desk.server.ts';
import { type Outcome, outcomes } from '#app/domain/selling/adoption/outcomes.ts';
import {
  listPrices,
  type MapPriceForm,
  mapPrice,
  mapPriceSchema,
  mappingChoices,
  unmapPrice,
} from '#app/domain/selling/adoption/prices.server.ts';
import { countOutcomes } from '#app/domain/selling/adoption/report.server.ts';
import {
  countPast,
  importPastSchema,
  removePastPayments,
  startImportingPast,
} from '#app/domain/selling/past-payments/importing.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { MappedPrices } from '#app/routes/admin/payments/adopt/mapped-prices.tsx';
import { PastPayments } from '#app/routes/admin/payments/adopt/past-payments.tsx';
import { ProviderField } from '#app/routes/admin/payments/adopt/provider-field.tsx';
import { replyTo } from '#app/routes/admin/payments/adopt/reply.ts';
import { PaymentsTabs } from '#app/routes/admin/payments/payments-tabs.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm, readAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/adopt';

export const middleware: Route.MiddlewareFunction[] = [allow('subscriptions:adopt')];

const path = '/admin/payments/adopt';

export async function loader() {
  const [prices, { counts, readAt }, past] = await Promise.all([listPrices(), countOutcomes(), countPast()]);
  return { prices, counts, readAt, past, choices: mappingChoices() };
}

const intents = z.enum(['map', 'unmap', 'read', 'name', 'adopt', 'import-past', 'remove-past']);
const unmapSchema = z.object({
  intent: z.literal('unmap'),
  provider: z.string().max(20),
  priceId: z.string().regex(/^[\w-]{3,100}$/),
});

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  switch (readIntent(form, intents)) {
    case 'map':
      await mapPrice(actor, parseForm(form, mapPriceSchema));
      return redirectWithFlash(path, 'The price is mapped. Nothing is adopted yet.');
    case 'unmap': {
      const { provider, priceId } = readAction(form, unmapSchema);
      await unmapPrice(actor, provider, priceId);
      return redirectWithFlash(path, 'The price is removed. Subscriptions already adopted stay.');
    }
    case 'read':
      await startReading(actor);
      return redirectWithFlash(path, 'We are looking up the subscriptions. Refresh this page in a minute.');
    case 'name':
      await nameSubscriptions(actor, parseForm(form, nameSubscriptionsSchema));
      return redirectWithFlash(path, 'We are looking up the subscriptions. Refresh this page in a minute.');
    case 'adopt':
      await startAdopting(actor, parseForm(form, adoptSchema));
      return redirectWithFlash(path, 'The subscriptions are being adopted. You can leave this page.');
    case 'import-past':
      await startImportingPast(actor, parseForm(form, importPastSchema));
      return redirectWithFlash(path, 'The past payments are being imported. You can leave this page.');
    case 'remove-past':
      await removePastPayments(actor, parseForm(form, importPastSchema));
      return redirectWithFlash(path, 'The imported past payments are removed. Subscriptions stay.');
  }
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Adopt subscriptions')];

export default function Adopt({ loaderData, actionData }: Route.ComponentProps) {
  const { prices, counts, readAt, past, choices } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading title="Payments">
        Take over subscriptions that another system sold through your account. People keep paying the same.
        Nothing changes at the provider, and nobody is emailed.
      </PageHeading>
      <PaymentsTabs current="adopt" />
      <MappedPrices
        prices={prices}
        choices={choices}
        form={formFields<MapPriceForm>('map', replyTo(actionData, 'map'))}
      />
      <section aria-labelledby="read" className="grid grid-cols-1 gap-4">
        <h2 id="read" className="text-xl">
          2. Look up the subscriptions
        </h2>
        <p className="max-w-prose text-sm text-muted">
          We look up every subscription at these prices and match it to an account here by customer ID or
          email address. {readAt ? 'Last looked up: ' : 'Not looked up yet.'}
          {readAt ? <Moment at={readAt} /> : null}
        </p>
        <form method="post">
          <FormErrors id="read-error" errors={replyTo(actionData, 'read')?.lastResult.error?.['']} />
          <SubmitButton intent="read" variant="secondary" pendingLabel="Looking up...">
            Look up subscriptions
          </SubmitButton>
        </form>
        <NameForm choices={choices} reply={replyTo(actionData, 'name')} />
      </section>
      <Counts counts={counts} />
      {counts.ready ? <AdoptAll ready={counts.ready} reply={replyTo(actionData, 'adopt')} /> : null}
      {past.adopted > 0 ? <PastPayments past={past} reply={actionData} /> : null}
    </div>
  );
}

function NameForm({
  choices,
  reply,
}: {
  choices: ReturnType<typeof mappingChoices>;
  reply: FormReply | undefined;
}) {
  const form = formFields<NameSubscriptionsForm>('name', reply);
  return (
    <Card className="max-w-3xl">
      <form method="post" noValidate id={form.id} className="grid gap-4">
        <div className="grid gap-1">
          <h3 className="text-lg">Subscriptions we can’t find</h3>
          <p className="text-sm text-muted">
            Add PayPal subscriptions, and those paid under another email address, by their IDs.
          </p>
        </div>
        <FormErrors id={form.errorId} errors={form.errors} />
        <ProviderField {...form.field('provider')} providers={choices.providers} />
        <TextArea
          {...form.field('subscriptions')}
          label="Subscription IDs"
          hint="One on each line. If the account here has another email address, add it after a space: I-BW452GLLEP1G jordan@example.com"
          rows={4}
          required
          spellCheck={false}
          dir="ltr"
        />
        <SubmitButton
          intent="name"
          variant="secondary"
          pendingLabel="Looking up..."
          className="justify-self-start"
        >
          Look up these subscriptions
        </SubmitButton>
      </form>
    </Card>
  );
}

function Counts({ counts }: { counts: Partial<Record<Outcome, number>> }) {
  const present = (Object.keys(outcomes) as Outcome[]).filter((outcome) => counts[outcome]);
  if (present.length === 0) return null;
  return (
    <section aria-labelledby="counts" className="grid grid-cols-1 gap-4">
      <h2 id="counts" className="text-xl">
        3. Check
      </h2>
      <ul className="grid max-w-3xl gap-2">
        {present.map((outcome) => (
          <li key={outcome} className="flex flex-wrap justify-between gap-x-4">
            <Link to={`${path}/subscriptions?outcome=${outcome}`} className="link">
              {outcomes[outcome]}
            </Link>
            <span className="tabular-nums">
              {counts[outcome]?.toLocaleString('en-US')}
              <span className="sr-only"> subscriptions</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="text-sm">
        <Link to={`${path}/subscriptions`} className="link">
          Compare monthly revenue at the provider and here
        </Link>
      </p>
    </section>
  );
}

function AdoptAll({ ready, reply }: { ready: number; reply: FormReply | undefined }) {
  const form = formFields<AdoptForm>('adopt', reply);
  return (
    <Card className="max-w-3xl">
      <form method="post" noValidate id={form.id} className="grid gap-4">
        <FormErrors id={form.errorId} errors={form.errors} />
        <h2 className="text-xl">4. Adopt</h2>
        <p className="text-sm text-muted">
          Each subscription keeps its state: active, on trial, paused, past due, or canceled with time left.
          From then on we send receipts for renewals, and they earn commission.
        </p>
        <ReasonField {...form.field('reason')} required />
        <SubmitButton intent="adopt" pendingLabel="Starting..." className="justify-self-start">
          {`Adopt ${ready.toLocaleString('en-US')} ${ready === 1 ? 'subscription' : 'subscriptions'}`}
        </SubmitButton>
      </form>
    </Card>
  );
}
