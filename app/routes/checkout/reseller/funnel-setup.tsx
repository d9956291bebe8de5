import { mayUseAffiliateCentre } from '#app/domain/core/access/policy.server.ts';
import {
  type FunnelStep,
  findFunnel,
  funnelSetupCopy,
  saveFunnel,
} from '#app/domain/programme/affiliates/funnel.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { Route } from './+types/funnel-setup';

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const { steps: _, ...copy } = funnelSetupCopy();
  return { copy, steps: await findFunnel(viewer), hasJoined: mayUseAffiliateCentre(viewer) };
}

/** Begins the name of a tick's field. */
const prefix = 'step_';

/** Keeps the ticks. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const ticked = [...form.keys()]
    .filter((name) => name.startsWith(prefix))
    .map((name) => name.slice(prefix.length));
  await saveFunnel(context.get(memberContext), ticked);
  return redirectWithFlash('/funnel-setup', funnelSetupCopy().saved);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? ''),
];

export default function FunnelSetup({ loaderData: { copy, steps, hasJoined } }: Route.ComponentProps) {
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const progress = `${doneCount} of ${steps.length} ${copy.progress}`;
  return (
    <div className="page page-narrow grid gap-8 py-8 sm:py-12">
      <header className="grid gap-3">
        <h1>{copy.title}</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
        <ProgressBar label={progress} percent={Math.round((100 * doneCount) / steps.length)}>
          {progress}
        </ProgressBar>
      </header>
      {hasJoined ? null : (
        <Notice>
          {copy.joinFirst.text}{' '}
          <Link to={copy.joinFirst.to} className="link">
            {copy.joinFirst.label}
          </Link>
        </Notice>
      )}
      <form method="post" className="grid gap-6">
        <ol className="border-t border-line-strong">
          {steps.map((step, index) => (
            <Step key={step.key} step={step} number={index + 1} copy={copy} />
          ))}
        </ol>
        <div className="flex flex-wrap gap-3">
          <SubmitButton intent="save" pendingLabel={copy.saving}>
            {copy.save}
          </SubmitButton>
          <ButtonLink variant="secondary" to="/affiliate-centre">
            Affiliate center
          </ButtonLink>
        </div>
      </form>
    </div>
  );
}

function Step({
  step,
  number,
  copy,
}: {
  step: FunnelStep;
  number: number;
  copy: { linkLabel: string; copied: string };
}) {
  const field = `${prefix}${step.key}`;
  return (
    <li className="grid gap-4 border-b border-line py-6">
      <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3">
        <input
          type="checkbox"
          id={field}
          name={field}
          defaultChecked={step.isDone}
          className="mt-1 size-6 accent-accent"
        />
        <div className="grid gap-1.5">
          <h2 className="text-xl">
            <label htmlFor={field}>
              {number}. {step.title}
            </label>
          </h2>
          <p className="text-muted">{step.text}</p>
          <p className="border-l-2 border-line-strong pl-4 font-display text-lg">{step.example}</p>
          <p>
            <Link to={step.read.to} className="link inline-flex min-h-11 items-center">
              {step.read.label}
            </Link>
          </p>
        </div>
      </div>
      {step.link ? (
        <CopyField
          id={`link-${step.key}`}
          label={copy.linkLabel}
          value={step.link}
          copiedMessage={copy.copied}
        />
      ) : null}
    </li>
  );
}
