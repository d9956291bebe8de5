import { longWord, Specimen, State, States } from '#app/routes/dev/design/specimen.tsx';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Day } from '#app/ui/day.tsx';
import { Dialog, opensDialog } from '#app/ui/dialog.tsx';
import { Disclosure } from '#app/ui/disclosure.tsx';
import { EmailText } from '#app/ui/email-text.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { StatCard } from '#app/ui/stat-card.tsx';

const at = new Date('2026-11-22T01:45:00Z');

/** What says how things are: notices, states, figures, people and times. */
export function Messages() {
  return (
    <>
      <Specimen name="Notice" file="notice.tsx">
        <States isWide>
          <Notice tone="success">Your profile has been saved.</Notice>
          <Notice tone="error">We couldn’t reach the server. Try again.</Notice>
          <Notice tone="warn">Sandbox: no money moves.</Notice>
          <Notice>Something to know.</Notice>
        </States>
      </Specimen>
      <Specimen name="Badge" file="badge.tsx">
        <p className="flex flex-wrap gap-2">
          <Badge>None</Badge> <Badge tone="accent">In progress</Badge> <Badge tone="good">Completed</Badge>{' '}
          <Badge tone="warn">Waiting</Badge> <Badge tone="danger">Reversed</Badge>
        </p>
      </Specimen>
      <Specimen name="EmptyState" file="empty-state.tsx">
        <States>
          <EmptyState title="Nothing here yet">What will be here, and how it gets here.</EmptyState>
          <EmptyState title="No results">
            <Button variant="secondary">Clear filters</Button>
          </EmptyState>
        </States>
      </Specimen>
      <Specimen name="ProgressBar" file="progress-bar.tsx">
        <States>
          {[0, 67, 100].map((percent) => (
            <ProgressBar key={percent} percent={percent} label={`Progress of ${percent}%`}>
              {`${percent}%`}
            </ProgressBar>
          ))}
        </States>
      </Specimen>
      <Specimen name="StatCard" file="stat-card.tsx">
        <States>
          <StatCard label="Earnings" value="$1,234.50" note="this month" />
          <StatCard label="Nothing yet" value="0" />
          <StatCard label={longWord} value="$12,345,678.90" note="a year" />
        </States>
      </Specimen>
      <Specimen name="Card" file="card.tsx">
        <States>
          <Card>One thing.</Card>
          <Card>{longWord}</Card>
        </States>
      </Specimen>
      <Specimen name="Avatar" file="avatar.tsx">
        <div className="flex flex-wrap items-center gap-3">
          <Avatar name="Ada Lovelace" pictureId={null} />
          <Avatar name="Ada" pictureId={null} size="medium" />
          <Avatar name="" pictureId={null} size="large" />
        </div>
      </Specimen>
      <Specimen name="Moment, Day" file="moment.tsx, day.tsx">
        <States>
          <State name="In the reader’s time zone">
            <Moment at={at} />
          </State>
          <State name="How long ago">
            <Moment at={at} isRelative />
          </State>
          <State name="In UTC">
            <Moment at={at} isUtc />
          </State>
          <State name="A day">
            <Day at={at} />
          </State>
        </States>
      </Specimen>
      <Specimen name="EmailText" file="email-text.tsx">
        <States>
          <EmailText address="ada@example.com" />
          <EmailText address={`${longWord}@example.com`} />
        </States>
      </Specimen>
      <Specimen name="Disclosure" file="disclosure.tsx">
        <div>
          <Disclosure group="design" title="Open" note="One of a group is open at a time" open>
            Inside.
          </Disclosure>
          <Disclosure group="design" title="Closed">
            Inside the other.
          </Disclosure>
        </div>
      </Specimen>
      <Specimen name="Dialog" file="dialog.tsx">
        <div>
          <Button variant="secondary" {...opensDialog('design-dialog')}>
            Open a dialog
          </Button>
          <Dialog id="design-dialog" title="A dialog">
            At most 800 px wide. Escape closes it, and the focus goes back.
          </Dialog>
        </div>
      </Specimen>
      <Specimen name="ScrollRegion" file="scroll-region.tsx">
        <ScrollRegion label="Something wide" className="rounded-card border border-line p-4">
          <p className="w-[90rem]">{longWord.repeat(2)}</p>
        </ScrollRegion>
      </Specimen>
    </>
  );
}
