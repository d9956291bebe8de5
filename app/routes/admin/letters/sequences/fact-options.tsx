import type { FactValues } from '#app/domain/operating/sequences/facts.server.ts';
import { type FieldFrame, TextField } from '#app/ui/field.tsx';

interface Props {
  label: string;
  /** What stands before each value in the form, such as "bought:". */
  prefix: string;
  values: readonly { value: string; name: string }[];
}

/** One kind of choice, for each product, course or segment. */
export function FactOptions({ label, prefix, values }: Props) {
  return values.length === 0 ? null : (
    <optgroup label={label}>
      {values.map(({ value, name }) => (
        <option key={value} value={`${prefix}:${value}`}>
          {label} {name}
        </option>
      ))}
    </optgroup>
  );
}

const tagListId = 'tags-of-people';

/** Takes a tag, with those of `TagSuggestions` to choose from. */
export const TagField = (props: FieldFrame & { name: string; defaultValue?: string }) => (
  <TextField {...props} maxLength={40} list={tagListId} autoComplete="off" />
);

/** The tags that people have, to choose from while one types. */
export function TagSuggestions({ values }: { values: FactValues }) {
  return (
    <datalist id={tagListId}>
      {values.tags.map((tag) => (
        <option key={tag} value={tag} />
      ))}
    </datalist>
  );
}
