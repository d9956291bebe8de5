import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';

interface Props {
  /** Where the buttons are sent. */
  action: string;
  /** Where it is edited; null where no form can. */
  edit: string | null;
  /** What one of them is called. */
  one: string;
  itemKey: string;
  /** Its place, from 1, of so many. */
  number: number;
  count: number;
}

/** What can be done with a thing in a list: edit, move and remove it. */
export function ItemButtons({ action, edit, one, itemKey, number, count }: Props) {
  return (
    <form method="post" action={action} className="flex flex-wrap gap-2">
      <input type="hidden" name="key" value={itemKey} />
      <input type="hidden" name="number" value={number} />
      {edit ? (
        <ButtonLink variant="secondary" to={edit}>
          Edit
          <span className="sr-only">
            {' '}
            {one} {number}
          </span>
        </ButtonLink>
      ) : null}
      {number > 1 ? (
        <SubmitButton
          intent="up"
          variant="secondary"
          pendingLabel="Moving..."
          aria-label={`Move up ${one} ${number}`}
        >
          Move up
        </SubmitButton>
      ) : null}
      {number < count ? (
        <SubmitButton
          intent="down"
          variant="secondary"
          pendingLabel="Moving..."
          aria-label={`Move down ${one} ${number}`}
        >
          Move down
        </SubmitButton>
      ) : null}
      {count > 1 ? (
        <SubmitButton
          intent="remove"
          variant="danger"
          pendingLabel="Removing..."
          aria-label={`Remove ${one} ${number}`}
        >
          Remove
        </SubmitButton>
      ) : null}
    </form>
  );
}
