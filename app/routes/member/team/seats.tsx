import { data } from 'react-router';
import { z } from 'zod';
import { formatMoney } from '#app/domain/core/catalogue/products.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { findOwnTeam } from '#app/domain/selling/teams/own-team.server.ts';
import { changeSeats, planSeats, type SeatChance } from '#app/domain/selling/teams/seat-changes.server.ts';
import { seatsText } from '#app/domain/selling/teams/seat-rules.ts';
import { seatCountSchema } from '#app/domain/selling/teams/team-schema.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { statusOfRefusal } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, readAction } from '#app/routes/http/form-action.server.ts';
import { SeatPlanCard } from '#app/routes/member/team/seat-plan-card.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/seats';

const team = '/profile/team';
const path = `${team}/seats`;

type Asked = { typed: string; error: string | null; chance: SeatChance | null; status: number };

/** What the number that was asked for does, or what is wrong with it. Always a page. */
async function ask(ownerId: string, url: URL): Promise<Asked> {
  const text = url.searchParams.get('seats');
  if (text === null) return { typed: '', error: null, chance: null, status: 200 };
  const typed = text.slice(0, 20);
  const { data: asked, error } = seatCountSchema.safeParse({ seats: text });
  if (!asked) return { typed, error: error.issues[0]?.message ?? '', chance: null, status: 422 };
  try {
    return { typed, error: null, chance: await planSeats(ownerId, asked.seats), status: 200 };
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    const chance = { kind: 'refused', text: failure.message } as const;
    return { typed, error: null, chance, status: statusOfRefusal(failure) };
  }
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { id } = context.get(memberContext);
  const own = await findOwnTeam(id);
  if (!own) throw await redirectWithFlash(team, 'You have no team whose seats could be changed.', 'error');
  const { status, ...asked } = await ask(id, url);
  const { quantity, takenCount, limits } = own;
  return data({ ...asked, quantity, takenCount, limits }, { status });
}

const schema = seatCountSchema.extend({
  due: z.coerce.number().pipe(z.int().min(0).max(1e9)).default(0),
  at: z.coerce.number().pipe(z.int().min(0).max(1e11)).default(0),
});

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const { seats, due: dueCents, at } = readAction(form, schema);
  const shown = { seats, dueCents, prorationAt: new Date(at * 1000) };
  const outcome = await changeSeats(context.get(memberContext), shown);
  const words = {
    paid: 'Thank you. Your payment has gone through, and the seats are yours. It may take a moment to show here.',
    pending: 'Thank you. Your payment is being confirmed. Once it is, you see the seats here.',
    unchanged: `Your team has ${seatsText(seats)}.`,
    planned: `Your next payment is for ${seatsText(seats)}. It may take a moment to show here.`,
  };
  return redirectWithFlash(team, words[outcome]);
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Seats of your team')];

export default function Seats({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, error, chance, quantity, takenCount, limits } = loaderData;
  return (
    <div className="page page-narrow grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: team, label: 'Team' }]} current="Seats" />
        <h1>Seats of your team</h1>
        <p className="text-muted">
          You have {seatsText(quantity)}, and {takenCount === 1 ? '1 is' : `${takenCount} are`} used.
        </p>
      </header>
      <FormErrors id="seats-error" errors={actionData?.lastResult?.error?.['']} />
      <form method="get" action={path} className="max-w-md" noValidate>
        <TextField
          id="seats"
          name="seats"
          label="Number of seats"
          hint={`From ${Math.max(limits.min, takenCount)} to ${limits.max}. You see the price before anything changes.`}
          defaultValue={typed || String(quantity)}
          errors={error ? [error] : []}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          required
          beside={
            <SubmitButton variant="secondary" pendingLabel="Calculating...">
              See the price
            </SubmitButton>
          }
        />
      </form>
      {chance === null ? null : chance.kind === 'refused' ? (
        <Notice tone="warn">{chance.text}</Notice>
      ) : (
        <>
          <SeatPlanCard plan={chance} />
          <form method="post" action={path} className="flex flex-wrap gap-3">
            <input type="hidden" name="seats" value={chance.seats} />
            {chance.kind === 'more' ? (
              <>
                <input type="hidden" name="due" value={chance.preview.dueCents} />
                <input
                  type="hidden"
                  name="at"
                  value={Math.floor(chance.preview.prorationAt.getTime() / 1000)}
                />
              </>
            ) : null}
            <SubmitButton pendingLabel="Changing...">
              {chance.kind === 'more'
                ? `Pay ${formatMoney(chance.preview.dueCents, chance.preview.currency)} and have ${seatsText(chance.seats)}`
                : chance.kind === 'kept'
                  ? `Keep ${seatsText(chance.seats)}`
                  : `Have ${seatsText(chance.seats)} from the next payment`}
            </SubmitButton>
            <ButtonLink variant="secondary" to={team}>
              Keep {seatsText(quantity)}
            </ButtonLink>
          </form>
        </>
      )}
    </div>
  );
}
