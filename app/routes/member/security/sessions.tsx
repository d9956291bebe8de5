import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import {
  endOtherSessions,
  endSession,
  listSessions,
  type SignedInPlace,
} from '#app/domain/people/accounts/session-list.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { confirmedMember } from '#app/routes/http/confirmed.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readAction } from '#app/routes/http/form-action.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import type { Route } from './+types/sessions';

const path = '/profile/security/sessions';

export async function loader({ url, context }: Route.LoaderArgs) {
  const { here, elsewhere } = await listSessions(context.get(memberContext), readPlace(url.searchParams));
  return { here, elsewhere: elsewhere.rows, ways: waysOf(path, url.search, elsewhere), today: now() };
}

const schema = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('end'), session: z.uuid() }),
  z.object({ intent: z.literal('end_others') }),
]);

export async function action(args: Route.ActionArgs) {
  const { request, context } = args;
  // A stolen session must not shut its owner out (P108).
  confirmedMember(args);
  const viewer = context.get(memberContext);
  const pressed = readAction(await readForm(request), schema);
  if (pressed.intent === 'end') {
    const isEnded = await endSession(viewer, pressed.session);
    return redirectWithFlash(
      path,
      isEnded ? 'That device has been signed out.' : 'That device is signed out already.',
    );
  }
  const count = await endOtherSessions(viewer);
  return redirectWithFlash(
    path,
    count === 0 ? 'You are not signed in anywhere else.' : 'Every other device has been signed out.',
  );
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Where you are signed in')];

export default function Sessions({ loaderData: { here, elsewhere, ways, today } }: Route.ComponentProps) {
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb crumbs={[{ to: '/profile/security', label: 'Security' }]} current="Devices" />
        <div className="grid gap-2">
          <h1>Where you are signed in</h1>
          <p className="text-muted">
            Don’t recognize a device? Sign it out and choose a new password. We don’t store IP addresses or
            locations.
          </p>
        </div>
      </header>
      <Card className="grid">
        {here ? (
          <div className="grid gap-1 pb-4">
            <h2 className="flex flex-wrap items-center gap-3 text-xl">
              {here.device}
              <span className="font-sans">
                <Badge tone="good">This device</Badge>
              </span>
            </h2>
            <PlaceNote place={here} today={today} />
          </div>
        ) : null}
        <ul className="grid">
          {elsewhere.map((place) => (
            <li
              key={place.id}
              className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line py-4"
            >
              <div className="grid gap-0.5">
                <h2 className="font-sans text-base font-semibold">{place.device}</h2>
                <PlaceNote place={place} today={today} />
              </div>
              <form method="post">
                <input type="hidden" name="session" value={place.id} />
                <SubmitButton variant="secondary" intent="end" pendingLabel="Signing out...">
                  Sign out
                </SubmitButton>
              </form>
            </li>
          ))}
        </ul>
        {elsewhere.length === 0 && ways.first === null ? (
          <p className="border-t border-line pt-4 text-sm text-muted">You are not signed in anywhere else.</p>
        ) : null}
      </Card>
      <ListWays {...ways} />
      {elsewhere.length > 0 ? (
        <form method="post">
          <SubmitButton variant="danger" intent="end_others" pendingLabel="Signing out...">
            Sign out everywhere else
          </SubmitButton>
        </form>
      ) : null}
    </div>
  );
}

function PlaceNote({ place, today }: { place: SignedInPlace; today: Date }) {
  // It is written down every ten minutes at most.
  const isActive = today.getTime() - place.lastUsedAt.getTime() < 15 * 60_000;
  return (
    <p className="text-sm text-muted">
      {isActive ? (
        'Used just now'
      ) : (
        <>
          Last used on <Day at={place.lastUsedAt} />
        </>
      )}
      , signed in on <Day at={place.begunAt} />
      {place.staysSignedIn ? '' : '. Ends with the browser'}
    </p>
  );
}
