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

/** The choice that is saved, where it is not offered any more: whoever saves the form keeps it unless they choose another. */
export function SavedChoice({ choice = '', values }: { choice?: string | undefined; values: FactValues }) {
  const [, prefix = '', value = ''] = /^!?(\w+):(.+)$/.exec(choice) ?? [];
  const { products, courses, segments } = values;
  const offered = prefix === 'segment' ? segments : /^(?:bought|canceled)$/.test(prefix) ? products : courses;
  return value === '' || offered.some((one) => one.value === value) ? null : (
    <option value={choice}>As saved, no longer offered: {value}</option>
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
