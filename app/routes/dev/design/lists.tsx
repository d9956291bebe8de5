import { longWord, Specimen, State, States } from '#app/routes/dev/design/specimen.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { BulkBar } from '#app/ui/bulk-bar.tsx';
import { Button } from '#app/ui/button.tsx';
import { DataTable, RowBox } from '#app/ui/data-table.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FilterChips } from '#app/ui/filter-chips.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Filtered, ListFilter } from '#app/ui/list-filter.tsx';
import { ListWays } from '#app/ui/list-pagination.tsx';
import { Table } from '#app/ui/table.tsx';
import { Tabs } from '#app/ui/tabs.tsx';
import { WorkList } from '#app/ui/work-list.tsx';

const here = '/dev/design';

interface Row {
  id: string;
  name: string;
  email: string;
  cents: number;
  isPaid: boolean;
}

const rows: Row[] = [
  { id: '1', name: 'Ada', email: 'ada@example.com', cents: 320_340, isPaid: true },
  { id: '2', name: longWord, email: `${longWord}@example.com`, cents: 4_700, isPaid: false },
];

const money = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

const columns = [
  {
    label: 'Name',
    cell: ({ name }: Row) => name,
    sort: { to: `${here}?sort=name#lists`, direction: 'ascending' as const },
  },
  { label: 'Email', cell: ({ email }: Row) => <EmailText address={email} /> },
  {
    label: 'State',
    cell: ({ isPaid }: Row) => (
      <span>
        <Badge tone={isPaid ? 'good' : 'warn'}>{isPaid ? 'Paid' : 'Waiting'}</Badge>
      </span>
    ),
  },
  { label: 'Amount', isFigure: true, cell: ({ cents }: Row) => money(cents) },
];

const selection = {
  keyOf: ({ id }: Row) => id,
  labelOf: ({ name }: Row) => name,
  amountOf: ({ cents }: Row) => ({ cents, currency: 'usd' }),
  ticked: new Set(['1']),
};

const inCards = { ...selection, keyOf: ({ id }: Row) => `card${id}`, ticked: new Set<string>() };

/** Work tables and what belongs to them, and the ways through and into lists. */
export function Lists() {
  return (
    <>
      <Specimen name="ListFilter, FilterChips" file="list-filter.tsx, filter-chips.tsx">
        <ListFilter>
          <form action={here} className="flex max-w-md flex-wrap items-end gap-2">
            <div className="grow">
              <TextField id="design-filter" name="q" label="Name begins with" />
            </div>
            <Button type="submit" variant="secondary">
              Filter
            </Button>
          </form>
        </ListFilter>
        <Filtered id="design-filtered">
          <FilterChips
            path={here}
            search="?role=affiliate&q=ada"
            chips={[
              { parameter: 'role', label: 'Role', value: 'Affiliate' },
              { parameter: 'q', label: 'Name begins with', value: longWord },
            ]}
          />
        </Filtered>
      </Specimen>
      <Specimen name="FilterLinks" file="filter-links.tsx">
        <FilterLinks
          label="Which courses"
          links={[
            { label: 'All', to: `${here}#lists`, isCurrent: true, count: 30 },
            { label: 'Email', to: `${here}?email#lists`, isCurrent: false, count: 4 },
            { label: 'Not counted', to: `${here}?other#lists`, isCurrent: false },
          ]}
        />
      </Specimen>
      <Specimen name="WorkList, DataTable, BulkBar" file="work-list.tsx, data-table.tsx, bulk-bar.tsx">
        <WorkList>
          <DataTable
            caption="A work table"
            rows={rows}
            keyOf={({ id }) => id}
            columns={columns}
            selection={selection}
            foot="41 people, $12,400 in all"
          />
          <BulkBar
            method="get"
            action={`${here}#lists`}
            nouns={['person', 'people']}
            matching={{ count: 41, isMore: false }}
            total="$12,400"
            shownCount={2}
            isAll={false}
          >
            <Button type="submit" variant="secondary">
              Mark as paid
            </Button>
            <Button type="submit" variant="danger">
              Cancel
            </Button>
          </BulkBar>
        </WorkList>
        <States isWide>
          <State name="Compact, without the column Email">
            <DataTable
              caption="A compact table"
              rows={rows}
              keyOf={({ id }) => id}
              columns={columns}
              isCompact
              hidden={['Email']}
            />
          </State>
        </States>
      </Specimen>
      <Specimen name="RowBox" file="data-table.tsx">
        <ul className="grid grid-cols-1 gap-2">
          {rows.map((row) => (
            <li
              key={row.id}
              className="flex items-start justify-between gap-3 rounded-card border border-line bg-surface p-4"
            >
              <span className="min-w-0 wrap-anywhere">{row.name}</span>
              <RowBox row={row} selection={inCards} />
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Table" file="table.tsx">
        <Table caption="Example" head={['Name', 'Status', { label: 'Amount', isNumeric: true }]}>
          {rows.map(({ id, name, isPaid, cents }) => (
            <tr key={id}>
              <td>{name}</td>
              <td>{isPaid ? 'Paid' : 'Waiting'}</td>
              <td className="text-right tabular-nums">{money(cents)}</td>
            </tr>
          ))}
        </Table>
      </Specimen>
      <Specimen name="Table, dense" file="table.tsx">
        <Table
          isDense
          caption="Months"
          head={['Month', { label: 'MRR', isNumeric: true }, { label: 'Churn', isNumeric: true }]}
        >
          <tr>
            <th scope="row">November 2026 (so far)</th>
            <td className="text-right tabular-nums">$1,222.00</td>
            <td className="text-right tabular-nums">4.2%</td>
          </tr>
          <tr>
            <th scope="row">October 2026</th>
            <td className="text-right tabular-nums">$987.50</td>
            <td className="text-right tabular-nums">–</td>
          </tr>
        </Table>
      </Specimen>
      <Specimen name="Tabs" file="tabs.tsx">
        <div className="border-b border-line">
          <Tabs
            label="Notifications by state"
            tabs={[
              { label: 'All', to: `${here}#lists`, isCurrent: true },
              { label: 'Unread', to: `${here}?unread#lists`, isCurrent: false, count: 120 },
            ]}
          />
        </div>
      </Specimen>
      <Specimen name="ListWays" file="list-pagination.tsx">
        <ListWays
          first={`${here}#lists`}
          previous={`${here}?before=1#lists`}
          next={`${here}?after=1#lists`}
        />
      </Specimen>
    </>
  );
}
