import {
  findTrialState,
  startResellerTrial,
} from '#app/domain/programme/affiliates/reseller-trial.server.ts';
import { upsellsCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction } from '#app/routes/http/form-action.server.ts';
import { salesPage } from '#app/routes/http/page-handle.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Day } from '#app/ui/day.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/trial';

export async function loader({ context }: Route.LoaderArgs) {
  const state = await findTrialState(context.get(memberContext));
  return { copy: upsellsCopy().resellerTrial, state };
}

/** Begins the trial (P23). */
export const action = formAction(async ({ context }: Route.ActionArgs) => {
  const outcome = await startResellerTrial(context.get(memberContext));
  const { started, used, unneeded } = upsellsCopy().resellerTrial;
  if (outcome === 'started') return redirectWithFlash('/dashboard', started);
  return redirectWithFlash('/affiliate-centre', outcome === 'used' ? used : unneeded, 'error');
});

export const handle = salesPage;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? ''),
];

export default function ResellerTrial({ loaderData: { copy, state }, actionData }: Route.ComponentProps) {
  const told = {
    open: null,
    running: copy.running,
    used: copy.used,
    unneeded: copy.unneeded,
  }[state.kind];
  return (
    <div className="page page-narrow grid gap-8 py-10 sm:py-14">
      <header className="grid gap-3">
        <h1>{copy.title}</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
      </header>
      <dl className="border-t border-line-strong">
        {copy.points.map(({ title, text }) => (
          <div
            key={title}
            className="grid gap-x-6 gap-y-1 border-b border-line py-5 sm:grid-cols-[12rem_minmax(0,1fr)]"
          >
            <dt className="font-display text-xl font-semibold">{title}</dt>
            <dd className="text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      {told ? (
        <Notice>
          {told} {state.kind === 'running' ? <Day at={state.endsAt} /> : null}
        </Notice>
      ) : (
        <form method="post" className="grid justify-items-start gap-4">
          <FormErrors id="trial-error" errors={actionData?.lastResult.error?.['']} />
          <SubmitButton size="large" intent="trial" pendingLabel="Starting...">
            {copy.start}
          </SubmitButton>
        </form>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink variant="secondary" to={copy.later.to}>
          {copy.later.label}
        </ButtonLink>
        <ButtonLink variant="quiet" to={copy.centre.to}>
          {copy.centre.label}
        </ButtonLink>
      </div>
    </div>
  );
}
