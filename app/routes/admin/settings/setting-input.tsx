import type { SettingField } from '#app/domain/operating/settings/settings-forms.ts';
import type { ShownField } from '#app/routes/http/form-fields.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '#app/ui/field.tsx';

const modes = { whole: 'numeric', percent: 'numeric', money: 'decimal' } as const;

/** The control of a setting, by what it holds. */
export function SettingInput({ field, shown }: { field: SettingField; shown: ShownField }) {
  const { kind, label, hint, options = [] } = field;
  switch (kind) {
    case 'choice':
      return (
        <SelectField {...shown} label={label} hint={hint}>
          {options.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      );
    case 'switch': {
      const { defaultValue, ...rest } = shown;
      return <CheckboxField {...rest} label={label} defaultChecked={defaultValue === 'on'} />;
    }
    case 'text':
    case 'lines':
      return <TextArea {...shown} label={label} hint={hint} rows={3} />;
    case 'moment':
      return <TextField {...shown} label={label} hint={hint} type="datetime-local" autoComplete="off" />;
    case 'line':
      return <TextField {...shown} label={label} hint={hint} autoComplete="off" />;
    default:
      return (
        <TextField
          {...shown}
          label={label}
          hint={hint}
          inputMode={modes[kind]}
          autoComplete="off"
          className="max-w-40"
        />
      );
  }
}
