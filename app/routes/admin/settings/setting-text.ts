import { type SettingField, typedSetting } from '#app/domain/operating/settings/settings-forms.ts';

/** A value in words, for a list. */
export function shownSetting(field: SettingField, value: unknown): string {
  const typed = typedSetting(field, value);
  switch (field.kind) {
    case 'switch':
      return value === true ? 'Yes' : 'No';
    case 'choice':
      return field.options?.find((option) => option.value === typed)?.label ?? typed;
    case 'percent':
      return `${typed}%`;
    case 'money':
      return `$${typed}`;
    case 'moment':
      return typed ? `${typed.replace('T', ' ')} UTC` : '';
    case 'lines':
      return typed.replaceAll('\n', ', ');
    default:
      return typed;
  }
}
