import type { Days } from '#app/routes/affiliate-centre/lists/days.ts';
import { Button } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { ListFilter } from '#app/ui/list-filter.tsx';

interface DaysFormProps {
  /** The list's address. */
  action: string;
  labels: { from: string; until: string; button: string };
  days: Days;
  /** What else the list is narrowed to, which stays: a parameter of the address with its value. */
  chosen: readonly [parameter: string, value: string] | null;
}

const dayOf = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '';

/** Of which days a list of the affiliate center shows rows. */
export function DaysForm({ action, labels, days, chosen }: DaysFormProps) {
  return (
    <ListFilter>
      <form
        action={action}
        className="grid items-end gap-3 rounded-card bg-sunken p-4 sm:grid-cols-[10rem_10rem_auto] sm:justify-start"
      >
        {chosen ? <input type="hidden" name={chosen[0]} value={chosen[1]} /> : null}
        <TextField id="from" name="from" type="date" label={labels.from} defaultValue={dayOf(days.from)} />
        <TextField id="to" name="to" type="date" label={labels.until} defaultValue={dayOf(days.to)} />
        <Button type="submit" variant="secondary">
          {labels.button}
        </Button>
      </form>
    </ListFilter>
  );
}
