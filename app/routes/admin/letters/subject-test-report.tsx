import type { LetterReport } from '#app/domain/operating/letters/report.server.ts';
import {
  type ChoiceReason,
  choiceReasons,
  type Variant,
  variantName,
  variants,
} from '#app/domain/operating/letters/subject-test.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Moment } from '#app/ui/moment.tsx';

/** The test of two subjects, as the page of a letter shows it. */
export interface ShownTest {
  subjects: Record<Variant, string>;
  percent: number;
  hours: number;
  /** When it is decided; null while its emails are being sent, or once it is. */
  endsAt: Date | null;
  chosenVariant: Variant | null;
  because: ChoiceReason | null;
  /** Whether the letter is being sent, or was stopped, and nobody has decided yet. */
  isOpen: boolean;
}

const nameInSentence = (variant: Variant) => `subject ${variant.toUpperCase()}`;
const counted = (count: number) => count.toLocaleString('en-US');

function Outcome({ test }: { test: ShownTest }) {
  const { chosenVariant, because, endsAt, hours, percent } = test;
  if (chosenVariant)
    return (
      <p>
        Everyone else gets {nameInSentence(chosenVariant)}
        {because ? `: ${choiceReasons[because]}` : ''}.
      </p>
    );
  if (endsAt)
    return (
      <p>
        The test has been sent. The subject with more clicks goes to everyone else <Moment at={endsAt} />,
        unless you choose one before.
      </p>
    );
  return (
    <p>
      {percent}% of the recipients get one of the two subjects first.{' '}
      {hours === 1 ? 'An hour' : `${hours} hours`} after the last of these emails has left, everyone else gets
      the subject with more clicks.
    </p>
  );
}

/** What the two subjects of a letter brought, what came of it, and the buttons that choose one. */
export function SubjectTestReport({
  path,
  test,
  figures,
}: {
  path: string;
  test: ShownTest;
  figures: LetterReport['variants'];
}) {
  const rows = variants.map((variant) => ({
    variant,
    subject: test.subjects[variant],
    figures: figures.find((each) => each.variant === variant),
  }));
  const figure =
    (name: 'queued' | 'delivered' | 'clicks' | 'bounced' | 'unsubscribed' | 'buyers' | 'learners') =>
    ({ figures: row }: (typeof rows)[number]) =>
      counted(row?.[name] ?? 0);
  return (
    <section aria-labelledby="subject-test" className="grid grid-cols-1 gap-4">
      <h2 id="subject-test" className="text-xl">
        Test of two subjects
      </h2>
      <Outcome test={test} />
      <DataTable
        caption="The two subjects"
        rows={rows}
        keyOf={({ variant }) => variant}
        columns={[
          {
            label: 'Subject',
            cell: ({ variant, subject }) => (
              <span className="wrap-anywhere">
                {variantName(variant)}: {subject}
              </span>
            ),
          },
          { label: 'Recipients', cell: figure('queued'), isFigure: true },
          { label: 'Delivered', cell: figure('delivered'), isFigure: true },
          { label: 'Clicks', cell: figure('clicks'), isFigure: true },
          { label: 'Bounced', cell: figure('bounced'), isFigure: true },
          { label: 'Unsubscribed', cell: figure('unsubscribed'), isFigure: true },
          { label: 'Sales, 7 days', cell: figure('buyers'), isFigure: true },
          { label: 'Progress, 7 days', cell: figure('learners'), isFigure: true },
        ]}
      />
      {test.isOpen ? (
        <div className="flex flex-wrap gap-3">
          {variants.map((variant) => (
            <form key={variant} method="post" action={path}>
              <input type="hidden" name="subject" value={variant} />
              <SubmitButton intent="choose" variant="secondary" pendingLabel="Choosing...">
                {`Send ${nameInSentence(variant)} to everyone else`}
              </SubmitButton>
            </form>
          ))}
        </div>
      ) : null}
    </section>
  );
}
