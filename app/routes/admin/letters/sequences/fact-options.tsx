import type { FactValues } from '#app/domain/operating/sequences/facts.server.ts';

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

/** The tags that people have, to choose from while one types. */
export function TagSuggestions({ id, values }: { id: string; values: FactValues }) {
  return (
    <datalist id={id}>
      {values.tags.map((tag) => (
        <option key={tag} value={tag} />
      ))}
    </datalist>
  );
}
