import { SubmitButton } from '#app/ui/button.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Link } from '#app/ui/link.tsx';

interface Props {
  path: string;
  steps: readonly { id: string; subject: string; delay: string; condition: string | null }[];
  isEditable: boolean;
}

/** The emails of a sequence in their order, with buttons to move and remove them. */
export function StepList({ path, steps, isEditable }: Props) {
  if (steps.length === 0)
    return <EmptyState title="No emails yet">Add the first one. You can move them later.</EmptyState>;
  return (
    <ol className="rounded-card border border-line bg-surface">
      {steps.map(({ id, subject, delay, condition }, place) => {
        const button = (intent: string, label: string, pendingLabel: string) => (
          <SubmitButton
            intent={intent}
            variant="quiet"
            pendingLabel={pendingLabel}
            aria-label={`${label}: ${subject}`}
          >
            {label}
          </SubmitButton>
        );
        return (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-4 py-3 first:border-0"
          >
            <div className="grid min-w-0 grow basis-64 gap-1">
              <p className="wrap-anywhere">
                <span className="text-muted tabular-nums">{place + 1}. </span>
                {isEditable ? (
                  <Link to={`${path}/steps/${id}`} className="link font-semibold">
                    {subject}
                  </Link>
                ) : (
                  <strong>{subject}</strong>
                )}
              </p>
              <p className="text-sm text-muted wrap-anywhere">
                {delay}
                {condition ? `, only if the person ${condition}` : ''}
              </p>
            </div>
            {isEditable ? (
              <form method="post" action={path} className="flex flex-wrap gap-1">
                <input type="hidden" name="step" value={id} />
                <input type="hidden" name="place" value={place + 1} />
                {place > 0 ? button('up', 'Move up', 'Moving...') : null}
                {place < steps.length - 1 ? button('down', 'Move down', 'Moving...') : null}
                {button('remove', 'Remove', 'Removing...')}
              </form>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
