import { mayUseAffiliateCentre } from '#app/domain/access/policy.server.ts';
import { joinProgramme } from '#app/domain/affiliates/joining.server.ts';
import { findReferralLink } from '#app/domain/affiliates/referral-link.server.ts';
import { marketingMaterialsCopy } from '#app/domain/site-copy/affiliates.server.ts';
import { trainingCopy } from '#app/domain/site-copy/pages.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { ReferralLinkField } from '#app/routes/frame/referral-link-field.tsx';
import { memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { safeReturnTo } from '#app/routes/http/return-to.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/index';

const home = '/affiliate-centre';

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const hasJoined = mayUseAffiliateCentre(viewer);
  const { link: linkCopy, copied } = marketingMaterialsCopy();
  return {
    copy: trainingCopy().affiliateCentre,
    hasJoined,
    referral: hasJoined ? { copy: linkCopy, copied, link: await findReferralLink(viewer.id) } : null,
    redirectTo: safeReturnTo(url.searchParams.get('redirectTo'), home),
  };
}

/** Joins the affiliate programme, and goes on to the page that was asked for. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  await joinProgramme(context.get(memberContext));
  return redirectWithFlash(
    safeReturnTo(form.get('redirectTo'), home),
    trainingCopy().affiliateCentre.join.joined,
  );
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Affiliate centre')];

type Copy = Route.ComponentProps['loaderData']['copy'];

export default function AffiliateCentre({ loaderData }: Route.ComponentProps) {
  const { copy, hasJoined, referral, redirectTo } = loaderData;
  return (
    <div className="page grid justify-items-start gap-10 py-8 sm:py-12">
      <header className="grid max-w-3xl gap-3">
        <h1>{copy.title}</h1>
        <p className="text-lg text-muted">{copy.lead}</p>
      </header>
      {referral ? (
        <div className="w-full max-w-xl">
          <ReferralLinkField copy={referral.copy} link={referral.link} copiedMessage={referral.copied} />
        </div>
      ) : null}
      {hasJoined ? <Rooms rooms={copy.rooms} /> : <JoinForm copy={copy.join} redirectTo={redirectTo} />}
      <section aria-labelledby="rules" className="grid w-full gap-4">
        <h2 id="rules">{copy.rulesTitle}</h2>
        <dl className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {copy.items.map((item) => (
            <div key={item.title} className="grid content-start gap-1 border-t border-line-strong py-5">
              <dt className="font-display text-xl font-semibold">{item.title}</dt>
              <dd className="text-muted">{item.text}</dd>
            </div>
          ))}
        </dl>
      </section>
      <ButtonLink variant="secondary" to="/affiliate-program">
        {copy.link} <ArrowRight />
      </ButtonLink>
    </div>
  );
}

function Rooms({ rooms }: { rooms: Copy['rooms'] }) {
  return (
    <ul className="grid w-full gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {rooms.map(({ title, text, to }) => (
        <li key={to} className="group relative">
          <Card className="grid h-full grid-cols-[minmax(0,1fr)_auto] content-start gap-x-5 gap-y-2 transition-colors group-hover:border-accent">
            <h2 className="text-2xl">
              <Link to={to} className="no-underline after:absolute after:inset-0 group-hover:text-accent">
                {title}
              </Link>
            </h2>
            <ArrowRight className="mt-2 text-accent" />
            <p className="col-span-2 text-muted">{text}</p>
          </Card>
        </li>
      ))}
    </ul>
  );
}

/** One press makes a member an affiliate (P15). */
function JoinForm({ copy, redirectTo }: { copy: Copy['join']; redirectTo: string }) {
  return (
    <Card className="grid w-full max-w-2xl gap-5">
      <div className="grid gap-2">
        <h2>{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      <form method="post" action={home} className="grid justify-items-start gap-3">
        <input type="hidden" name="redirectTo" value={redirectTo} />
        <p className="text-sm text-muted">
          {copy.agreement}{' '}
          <Link to="/legal/affiliate-agreement" target="_blank" className="link">
            {copy.agreementLink}
          </Link>
          .
        </p>
        <SubmitButton pendingLabel="Joining..." size="large">
          {copy.button}
        </SubmitButton>
      </form>
    </Card>
  );
}
