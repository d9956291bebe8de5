import { percentText } from '#app/domain/programme/affiliates/percent-text.ts';
import type { ReferralFunnel } from '#app/domain/programme/affiliates/referral-stats.server.ts';
import type { affiliateStatsCopy } from '#app/domain/site/site-copy/affiliates.server.ts';
import { Table } from '#app/ui/table.tsx';

const figure = (value: number) => value.toLocaleString('en-US');
const percent = (part: number, whole: number) => (whole > 0 ? percentText(part, whole) : '');

/** How far people came, a step a row; the bar below its name is for the eye, its length that of the longest. */
export function Funnel({
  copy: { clicks, funnel: copy },
  funnel,
}: {
  copy: ReturnType<typeof affiliateStatsCopy>;
  funnel: ReferralFunnel;
}) {
  const steps = [
    { name: clicks.title, count: funnel.clicks },
    { name: copy.registered, count: funnel.registrations },
    { name: copy.buyers, count: funnel.buyers },
    ...funnel.stayed.map(({ months, count }) => ({ name: `${copy.stayed}: ${months}`, count })),
  ];
  const longest = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <section className="grid grid-cols-1 gap-5">
      <div className="grid max-w-prose gap-1">
        <h2 id="funnel">{copy.title}</h2>
        <p className="text-muted">{copy.text}</p>
      </div>
      <Table
        caption={copy.title}
        head={[copy.step, { label: copy.count, isNumeric: true }, { label: copy.share, isNumeric: true }]}
      >
        {steps.map(({ name, count }, index) => (
          <tr key={name} className="align-top tabular-nums">
            <th scope="row" className="w-full min-w-28">
              <span className="grid gap-2">
                {name}
                <svg width="100%" height="10" aria-hidden="true" focusable="false" className="block">
                  <rect width="100%" height="10" rx="2" className="fill-sunken" />
                  <rect width={`${(count / longest) * 100}%`} height="10" rx="2" className="fill-accent" />
                </svg>
              </span>
            </th>
            <td className="text-right">{figure(count)}</td>
            <td className="text-right whitespace-nowrap">{percent(count, steps[index - 1]?.count ?? 0)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
