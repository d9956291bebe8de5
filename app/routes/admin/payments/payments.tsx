import { z } from 'zod';
import { productName } from '#app/domain/core/catalogue/products.ts';
import { listHeld } from '#app/domain/selling/billing/held-payments.server.ts';
import {
  leaveFailedRefund,
  listFailedRefunds,
  resolveFailedRefund,
} from '#app/domain/selling/payment-events/failed-refunds.server.ts';
import { releaseHeld } from '#app/domain/selling/payment-events/release.server.ts';
import { providerNames } from '#app/platform/payments/port.ts';
import { actorOf, allow, hasConfirmed, may } from '#app/routes/admin/access.server.ts';
import { ConfirmFirst } from '#app/routes/admin/confirm-first.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { FailedRefunds, UncountedRefunds } from '#app/routes/admin/payments/failed-refunds.tsx';
import { PaymentsTabs } from '#app/routes/admin/payments/payments-tabs.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/payments';

export const middleware: Route.MiddlewareFunction[] = [allow('operations:read', 'money:move')];

const path = '/admin/payments';

export async function loader({ context }: Route.LoaderArgs) {
  const [held, failedRefunds] = await Promise.all([listHeld(), listFailedRefunds()]);
  return { held, failedRefunds, mayMove: may(context, 'money:move'), isConfirmed: hasConfirmed(context) };
}

const id = z.string().max(255);
const schema = z.discriminatedUnion('intent', [
  z.object({
    intent: z.literal('release'),
    kind: z.enum(['purchase', 'subscription']),
    id: z.uuid(),
    userId: z.uuid(),
  }),
  z.object({ intent: z.enum(['resolve', 'leave']), provider: z.enum(providerNames), refundId: id }),
]);

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const pressed = readAction(form, schema);
  const actor = actorOf(context);
  if (pressed.intent === 'release') {
    const isReleased = await releaseHeld(actor, pressed);
    return redirectWithFlash(
      path,
      isReleased ? 'Released: the buyer now has what they bought.' : 'It is no longer held.',
    );
  }
  if (pressed.intent === 'leave') {
    await leaveFailedRefund(pressed, actor);
    return redirectWithFlash(path, 'The payment still counts as paid.');
  }
  await resolveFailedRefund(pressed, actor);
  return redirectWithFlash(path, 'Counted as refunded, with a credit note for the buyer.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Payments to decide')];

type Loaded = Route.ComponentProps['loaderData'];

export default function Payments({ loaderData, actionData }: Route.ComponentProps) {
  const { held, failedRefunds, mayMove, isConfirmed } = loaderData;
  const waits = held.length + failedRefunds.length > 0;
  return (
    <div className="grid gap-6">
      <PageHeading title="Payments to decide">
        Payments that differ from what was offered, and refunds that failed.
      </PageHeading>
      <PaymentsTabs current="held" />
      <FormErrors id="payments-error" errors={actionData?.lastResult.error?.['']} />
      {mayMove && waits && !isConfirmed ? <ConfirmFirst returnTo={path} what="Money" /> : null}
      <HeldList held={held} mayMove={mayMove && isConfirmed} />
      <FailedRefunds
        refunds={failedRefunds.filter(({ settledAt }) => settledAt === null)}
        mayMove={mayMove && isConfirmed}
        path={path}
      />
      <UncountedRefunds
        refunds={failedRefunds.filter(({ settledAt }) => settledAt !== null)}
        mayMove={mayMove && isConfirmed}
        path={path}
      />
    </div>
  );
}

function HeldList({ held, mayMove }: { held: Loaded['held']; mayMove: boolean }) {
  return (
    <section aria-labelledby="held" className="grid gap-3">
      <h2 id="held" className="text-xl">
        Held
      </h2>
      <p className="max-w-3xl text-sm text-muted">
        These payments give no access until you decide. Release one to give the buyer what they bought, or
        refund it at the payment provider.
      </p>
      {held.length === 0 ? (
        <EmptyState title="Nothing is held" />
      ) : (
        <DataTable
          caption="Held payments"
          rows={held}
          keyOf={(row) => row.id}
          columns={[
            { label: 'What', cell: (row) => productName(row.product) },
            { label: 'Why', cell: (row) => row.reason },
            { label: 'Since', cell: (row) => <Moment at={row.since} /> },
            {
              label: 'Who',
              cell: (row) => (
                <Link to={`/admin/users/${row.userId}`} className="link">
                  The buyer
                </Link>
              ),
            },
            {
              label: 'What to do',
              isHidden: true,
              cell: (row) =>
                mayMove ? (
                  <form method="post" action={path}>
                    <input type="hidden" name="kind" value={row.kind} />
                    <input type="hidden" name="id" value={row.id} />
                    <input type="hidden" name="userId" value={row.userId} />
                    <SubmitButton intent="release" variant="secondary" pendingLabel="Releasing...">
                      Release
                    </SubmitButton>
                  </form>
                ) : null,
            },
          ]}
        />
      )}
    </section>
  );
}
