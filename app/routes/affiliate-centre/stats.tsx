import { referralSources, referralStats } from '#app/domain/affiliates/referral-stats.server.ts';
import { affiliateStatsCopy } from '#app/domain/site-copy/affiliates.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { interactive } from '#app/routes/http/page-handle.ts';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { StatCard } from '#app/ui/card.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ArrowRight } from '#app/ui/icon.tsx';
import { Table } from '#app/ui/table.tsx';
import type { Route } from './+types/stats';

export async function loader({ context }: Route.LoaderArgs) {
  const { id } = context.get(memberContext);
  const [stats, sources] = await Promise.all([referralStats(id), referralSources(id)]);
  return { copy: affiliateStatsCopy(), ...stats, sources };
}

export const handle = interactive;

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Your referrals'),
];

type Loaded = Route.ComponentProps['loaderData'];

export default function Stats({ loaderData }: Route.ComponentProps) {
  const { copy, total } = loaderData;
  return (
    <div className="page grid gap-10 py-8 sm:py-12">
      <Breadcrumb crumbs={[{ to: '/affiliate-centre', label: 'Affiliate centre' }]} current={copy.title} />
      <header className="grid max-w-3xl gap-4">
        <h1 className="headline">{copy.title}</h1>
        <p className="text-xl text-muted">{copy.lead}</p>
      </header>
      <div className="grid gap-4 sm:grid-cols-3">
        <StatCard label={copy.clicks.title} value={figure(total.clicks)} note={copy.clicks.text} />
        <StatCard
          label={copy.registrations.title}
          value={figure(total.registrations)}
          note={copy.registrations.text}
        />
        <StatCard
          label={copy.payingMembers.title}
          value={figure(total.payingMembers)}
          note={copy.payingMembers.text}
        />
      </div>
      {total.clicks === 0 ? (
        <EmptyState title={copy.empty.title}>
          <p>{copy.empty.text}</p>
          <ButtonLink to="/affiliate-centre/tools">
            {copy.empty.link} <ArrowRight />
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <LastDays {...loaderData} />
          <Sources {...loaderData} />
        </>
      )}
    </div>
  );
}

const figure = (value: number) => value.toLocaleString('en-US');

const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayName = (day: string) => short.format(new Date(`${day}T00:00:00Z`));

function LastDays({ copy, days }: Loaded) {
  const newestFirst = days.toReversed();
  return (
    <section aria-labelledby="days" className="grid gap-5">
      <h2 id="days">The last {days.length} days</h2>
      <BarChart
        title={copy.clicks.title}
        bars={days.map(({ day, clicks }) => ({ label: dayName(day), value: clicks }))}
      />
      <Disclosure title={copy.dayByDay}>
        <Table caption={copy.dayByDay} head={[copy.day, copy.clicks.title, copy.registrations.title]}>
          {newestFirst.map(({ day, clicks, registrations }) => (
            <tr key={day} className="tabular-nums">
              <td>{dayName(day)}</td>
              <td>{figure(clicks)}</td>
              <td>{figure(registrations)}</td>
            </tr>
          ))}
        </Table>
      </Disclosure>
    </section>
  );
}

function Sources({ copy, sources }: Loaded) {
  if (sources.length === 0) return null;
  return (
    <section aria-labelledby="sources" className="grid gap-5">
      <div className="grid gap-1">
        <h2 id="sources">{copy.sources.title}</h2>
        <p className="text-muted">{copy.sources.text}</p>
      </div>
      <Table caption={copy.sources.title} head={[copy.campaign, copy.page, copy.clicks.title]}>
        {sources.map(({ campaign, landingPage, clicks }) => (
          <tr key={`${campaign} ${landingPage}`}>
            <td className="wrap-anywhere">
              {campaign ?? <span className="text-muted">{copy.noCampaign}</span>}
            </td>
            <td className="wrap-anywhere">{landingPage}</td>
            <td className="tabular-nums">{figure(clicks)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
