import { href } from 'react-router';
import { isEntitled } from '#app/domain/core/access/entitlements.server.ts';
import { ebook } from '#app/domain/core/catalogue/products.ts';
import { confirmAtProviders } from '#app/domain/selling/payment-events/confirm.server.ts';
import { dmdCopy } from '#app/domain/site/site-copy/funnels.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { LookAgain } from '#app/routes/frame/polling.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { ButtonLink, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ArrowRight, Check, Clock } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/tripwire-success';

/**
 * The book is the buyer's once the provider's own confirmation has come, which usually takes seconds; where it has not, the provider
 * is asked.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const { id, hasMembership } = viewer;
  const isConfirmed =
    hasMembership || (await isEntitled(id, 'ebook')) || (await confirmAtProviders(viewer, ebook));
  const hasFailed = url.searchParams.get('redirect_status') === 'failed' && !isConfirmed;
  return { copy: dmdCopy().thankYou, hasMembership, isConfirmed, hasFailed };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.hasFailed ? loaderData.copy.failed.title : 'Thank You!'),
];

type Copy = Route.ComponentProps['loaderData']['copy'];

export default function TripwireSuccess({ loaderData }: Route.ComponentProps) {
  const { copy, isConfirmed, hasMembership, hasFailed } = loaderData;
  if (hasFailed) return <Failed copy={copy.failed} />;
  return (
    <div className="page page-narrow grid gap-12 py-12 sm:py-16">
      <div className="grid gap-6">
        <h1>Thank You!</h1>
        {isConfirmed ? <Confirmed copy={copy} /> : <Waiting copy={copy.waiting} />}
      </div>
      <section aria-labelledby="next" className="grid gap-4">
        <h2 id="next">{copy.next.title}</h2>
        <ul className="border-t border-line-strong">
          {copy.next.links.map(({ label, text, to }) => (
            <li key={to} className="grid gap-1 border-b border-line py-5">
              <Link to={to} className="link inline-flex min-h-11 items-center gap-2 text-lg font-semibold">
                {label} <ArrowRight className="size-4" />
              </Link>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
      {hasMembership ? null : <Upgrade copy={copy.upgrade} />}
    </div>
  );
}

const files = [
  { format: 'pdf', label: 'Download the PDF' },
  { format: 'epub', label: 'Download the EPUB' },
];

function Confirmed({ copy: { title, lead, open, receipt } }: { copy: Copy }) {
  return (
    <Card className="grid gap-4">
      <p className="flex items-start gap-2 font-display text-xl leading-snug text-good">
        <Check className="mt-1" /> {title}
      </p>
      <p>{lead}</p>
      <div className="flex flex-wrap gap-3">
        {files.map(({ format, label }) => (
          <a
            key={format}
            href={href('/ebook/:file', { file: `digital-marketing-domination.${format}` })}
            download
            className={buttonClass('primary')}
          >
            {label}
          </a>
        ))}
        <ButtonLink variant="secondary" to={open.to}>
          {open.label}
        </ButtonLink>
      </div>
      <p className="text-sm text-muted">{receipt}</p>
    </Card>
  );
}

function Waiting({ copy }: { copy: Copy['waiting'] }) {
  return (
    <Card className="grid justify-items-start gap-2">
      <p role="status" className="flex items-start gap-2 font-display text-xl leading-snug">
        <Clock className="mt-1" /> {copy.title}
      </p>
      <p className="text-muted">{copy.text}</p>
      <LookAgain to="/tripwire-success" label={copy.again} />
    </Card>
  );
}

function Upgrade({ copy }: { copy: Copy['upgrade'] }) {
  return (
    <section
      aria-labelledby="upgrade"
      className="grid justify-items-start gap-4 rounded-card border border-line bg-accent-soft p-6 sm:p-9"
    >
      <h2 id="upgrade">{copy.title}</h2>
      <p>{copy.text}</p>
      <ButtonLink size="large" to={copy.to}>
        {copy.button}
      </ButtonLink>
      <p className="text-sm">{copy.terms}</p>
    </section>
  );
}

function Failed({ copy }: { copy: Copy['failed'] }) {
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-12 sm:py-16">
      <h1>{copy.title}</h1>
      <p className="text-muted">{copy.text}</p>
      <ButtonLink to={copy.to}>{copy.label}</ButtonLink>
    </div>
  );
}
