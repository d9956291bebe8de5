import type { ReactNode } from 'react';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';

interface SelectionFormProps {
  id: string;
  /** What is chosen: "2 payouts". */
  count: string;
  /** What they come to. */
  money: string;
  /** The rows that the page shows, as the action reads them: what is done is done to these. */
  rows: string;
  errors: readonly string[] | undefined;
  /** What the button says, with how much and to how many. */
  button: string;
  pendingLabel: string;
  isDanger?: boolean;
  /** The list that one came from. */
  back: string;
  /** Fields that the action needs. */
  children: ReactNode;
}

/** The last look at an action on several rows: what it comes to, why it is done, and the button that does it. */
export function SelectionForm({
  id,
  count,
  money,
  rows,
  errors,
  button,
  pendingLabel,
  isDanger = false,
  back,
  children,
}: SelectionFormProps) {
  return (
    <Card>
      <form method="post" noValidate id={id} className="grid gap-4">
        <FormErrors id={`${id}-error`} errors={errors} />
        <p className="grid gap-0.5">
          <span className="text-sm text-muted">{count}</span>
          <span className="font-display text-3xl leading-tight tabular-nums">{money}</span>
        </p>
        <input type="hidden" name="rows" value={rows} />
        <div className="grid items-start gap-4 md:grid-cols-2">{children}</div>
        <div className="flex flex-wrap gap-2">
          <SubmitButton variant={isDanger ? 'danger' : 'primary'} pendingLabel={pendingLabel}>
            {button}
          </SubmitButton>
          <ButtonLink variant="secondary" to={back}>
            Not now
          </ButtonLink>
        </div>
      </form>
    </Card>
  );
}

/** In place of the form where none of the chosen rows can be changed, and why it was refused if that was asked all the same. */
export function NothingToChange({
  title,
  errors,
  back,
}: {
  title: string;
  errors: readonly string[] | undefined;
  back: string;
}) {
  return (
    <>
      <FormErrors id="selected-error" errors={errors} />
      <EmptyState title={title}>
        <ButtonLink variant="secondary" to={back}>
          Back to the list
        </ButtonLink>
      </EmptyState>
    </>
  );
}

/** Rows that an action leaves as they are, with why: some of `count`. */
export function LeftOut({
  rows,
  count,
}: {
  rows: readonly { name: ReactNode; key: string | number; why: string }[];
  count: number;
}) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="left-out" className="grid gap-2">
      <h2 id="left-out" className="text-xl">
        Left as they are
      </h2>
      <ul className="grid gap-1 text-sm">
        {rows.map(({ key, name, why }) => (
          <li key={key}>
            {name}: {why}
          </li>
        ))}
        {count > rows.length ? <li>And {(count - rows.length).toLocaleString('en-US')} more.</li> : null}
      </ul>
    </section>
  );
}
