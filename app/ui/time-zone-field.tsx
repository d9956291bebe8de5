import timeZoneScript from 'virtual:time-zone-script';
import { SelectField } from '#app/ui/field.tsx';

interface TimeZoneFieldProps {
  id: string;
  name: string;
  label: string;
  hint: string;
  errors: readonly string[] | undefined;
  choices: readonly { zone: string; label: string }[];
  /** What somebody has chosen before; without it scripts choose the browser's. */
  chosen: string | undefined;
}

/** A choice of time zone. Without scripts, and without a choice from before, it begins at UTC. */
export function TimeZoneField({ choices, chosen, ...field }: TimeZoneFieldProps) {
  const isListed = chosen === undefined || choices.some(({ zone }) => zone === chosen);
  return (
    <SelectField
      {...field}
      defaultValue={chosen ?? 'UTC'}
      data-player={timeZoneScript}
      data-chosen={chosen === undefined ? undefined : ''}
      // The page's script may have added the browser's zone before React reads the page.
      suppressHydrationWarning
    >
      {isListed ? null : <option value={chosen}>{chosen}</option>}
      {choices.map(({ zone, label }) => (
        <option key={zone} value={zone}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
