import { demoOnly } from '#app/routes/dev/demo-only.server.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog, opensDialog } from '#app/ui/dialog.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';
import { Table } from '#app/ui/table.tsx';
import type { Route } from './+types/design';

export const middleware: Route.MiddlewareFunction[] = [demoOnly];

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Design system')];

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

const colours = [
  ['paper', 'bg-paper'],
  ['surface', 'bg-surface'],
  ['sunken', 'bg-sunken'],
  ['ink', 'bg-ink'],
  ['accent', 'bg-accent'],
  ['accent soft', 'bg-accent-soft'],
  ['marker', 'bg-marker'],
  ['danger', 'bg-danger'],
  ['good', 'bg-good'],
  ['warn', 'bg-warn'],
] as const;

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line pt-6">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** Every part of the design system in its states, to look at while changing it. */
export default function Design() {
  return (
    <div className="page grid gap-10 py-12">
      <header className="grid gap-3">
        <Breadcrumb crumbs={[{ to: '/', label: 'Home' }]} current="Design system" />
        <h1>
          Every part, <span className="marker">in every state</span>
        </h1>
        <p className="max-w-prose text-muted">
          Colors come from tokens in app/ui/styles.css, which hold light and dark.{' '}
          <a href="#fields" className="link">
            Fields
          </a>{' '}
          are shown with hints and errors.
        </p>
      </header>
      <Section title="Color">
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-5">
          {colours.map(([name, className]) => (
            <li key={name} className="grid gap-1 text-sm">
              <span className={`h-14 rounded-control border border-line ${className}`} />
              {name}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Buttons">
        <div className="flex flex-wrap gap-3">
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button variant="quiet">Quiet</Button>
          <Button variant="danger">Danger</Button>
          <Button size="large">Large</Button>
          <Button disabled>Saving...</Button>
        </div>
      </Section>
      <Section title="Fields">
        <div id="fields" className="grid max-w-md gap-5">
          <FormErrors id="design-errors" errors={['Something about the form as a whole']} />
          <TextField id="design-name" name="name" label="Name" hint="As it appears on invoices" />
          <TextField
            id="design-email"
            name="email"
            label="Email"
            defaultValue="not an address"
            errors={['Please enter a valid email address']}
          />
          <SelectField id="design-status" name="status" label="Status">
            <option>active</option>
            <option>inactive</option>
          </SelectField>
          <TextArea id="design-bio" name="bio" label="Bio" defaultValue={longWord} />
        </div>
      </Section>
      <Section title="Messages and states">
        <Notice tone="success">Your profile has been saved.</Notice>
        <Notice tone="error">Error connecting to server.</Notice>
        <Notice tone="warn">Sandbox: no money moves.</Notice>
        <Notice>Something to know.</Notice>
        <p className="flex flex-wrap gap-2">
          <Badge>none</Badge> <Badge tone="accent">in progress</Badge> <Badge tone="good">completed</Badge>{' '}
          <Badge tone="warn">pending</Badge> <Badge tone="danger">reversed</Badge>
        </p>
        <EmptyState title="Nothing here yet">What will be here, and how it gets here.</EmptyState>
      </Section>
      <Section title="Cards, progress, disclosure">
        <div className="grid gap-4 sm:grid-cols-3">
          <StatCard label="Earnings" value="$1,234.50" note="this month" />
          <StatCard label="Sales" value="0" note="no data yet" />
          <Card>{longWord}</Card>
        </div>
        <ProgressBar percent={67} label="Example progress">
          Progress: 67% (in progress)
        </ProgressBar>
        <div>
          <Disclosure group="design" title="One of two" note="Opens one at a time" open>
            Inside.
          </Disclosure>
          <Disclosure group="design" title="Two of two">
            Inside the other.
          </Disclosure>
        </div>
      </Section>
      <Section title="Table, pages, dialog">
        <Table caption="Example" head={['Name', 'Status', 'Amount']}>
          <tr>
            <td>{longWord}</td>
            <td>active</td>
            <td className="tabular-nums">$47.00</td>
          </tr>
        </Table>
        <Pagination page={2} pageCount={3} hrefOf={(page) => `?page=${page}`} />
        <div>
          <Button variant="secondary" {...opensDialog('design-dialog')}>
            Open a dialog
          </Button>
          <Dialog id="design-dialog" title="A dialog">
            At most 800 px wide. Escape closes it.
          </Dialog>
        </div>
      </Section>
    </div>
  );
}
