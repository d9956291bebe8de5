import type { AssistantFigures } from '#app/domain/assistant/figures.server.ts';
import { formatDayOfYear } from '#app/platform/date-format.ts';
import { BarChart } from '#app/ui/bar-chart.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';
import { Table } from '#app/ui/table.tsx';

const count = (value: number) => value.toLocaleString('en-US');

const usd = (micros: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: micros > 0 && micros < 10_000 ? 4 : 2,
  }).format(micros / 1_000_000);

const share = (part: number, whole: number) =>
  whole === 0 ? 'No messages yet' : `${Math.round((100 * part) / whole)}% of ${count(whole)}`;

/** What the assistant was used for, day by day. Costs are shown where a model is configured, or was. */
export function UsageFigures({ figures, hasModel }: { figures: AssistantFigures; hasModel: boolean }) {
  const { days, answers, helpful, unhelpful } = figures;
  const sum = (name: 'messages' | 'unanswered' | 'fallbacks' | 'refused' | 'tokens' | 'costMicros') =>
    days.reduce((total, day) => total + day[name], 0);
  const showsCost = hasModel || sum('costMicros') > 0;
  const today = days.at(-1);
  const bars = days.map(({ day, messages }) => ({
    label: formatDayOfYear(new Date(`${day}T00:00:00Z`)),
    value: messages,
    isUnfinished: day === today?.day,
  }));
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <StatCard
          label="Messages"
          value={count(sum('messages'))}
          note={`${count(today?.messages ?? 0)} today`}
        />
        <StatCard
          label="Not answered with certainty"
          value={count(sum('unanswered'))}
          note={share(sum('unanswered'), sum('messages'))}
        />
        <StatCard
          label="Rated not helpful"
          value={count(unhelpful)}
          note={`${count(helpful)} rated helpful, of ${count(answers)} saved answers`}
        />
        {showsCost ? (
          <StatCard
            label="Cost of the model"
            value={usd(sum('costMicros'))}
            note={`${usd(today?.costMicros ?? 0)} today; ${count(sum('tokens'))} tokens in all`}
          />
        ) : null}
      </div>
      <section aria-label="Day by day" className="rounded-card border border-line bg-surface p-4 sm:p-5">
        {sum('messages') === 0 ? (
          <p className="text-sm text-muted">
            No one asked the assistant anything in the last {days.length} days.
          </p>
        ) : (
          <BarChart title="Messages a day" bars={bars} />
        )}
        <Disclosure title={`The last ${days.length} days as a table`}>
          <Table
            caption="Use of the assistant, day by day"
            head={[
              'Day',
              'Messages',
              'Users',
              'Not certain',
              'Without the model',
              'Refused',
              'Tokens',
              'Cost',
            ]}
          >
            {days.toReversed().map((day) => (
              <tr key={day.day} className="tabular-nums">
                <td className="whitespace-nowrap">{day.day}</td>
                <td>{count(day.messages)}</td>
                <td>{count(day.users)}</td>
                <td>{count(day.unanswered)}</td>
                <td>{count(day.fallbacks)}</td>
                <td>{count(day.refused)}</td>
                <td>{count(day.tokens)}</td>
                <td>{usd(day.costMicros)}</td>
              </tr>
            ))}
          </Table>
        </Disclosure>
      </section>
    </div>
  );
}
