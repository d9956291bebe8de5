import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#app/ui/class-names.ts';

const controlClass =
  'w-full min-h-11 rounded-control border bg-surface px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-danger border-line-strong';

export interface FieldFrame {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
}

/** What every control of a field carries: its looks, and what tells assistive technology of hint and errors. */
export function controlProps({ id, hint, errors }: Omit<FieldFrame, 'label'>, className: string | undefined) {
  const described = [errors?.length ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return {
    id,
    className: classNames(controlClass, className),
    'aria-invalid': errors?.length ? (true as const) : undefined,
    'aria-describedby': described || undefined,
  };
}

function ErrorsOfField({ id, errors }: { id: string; errors: readonly string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p id={`${id}-error`} className="flex gap-1.5 text-sm font-medium text-danger">
      <span aria-hidden="true">&#9888;</span>
      <span>{errors.join(' ')}</span>
    </p>
  );
}

/** What stands about a control: its label above, hint and errors below. */
export function Frame({ id, label, hint, errors, children }: FieldFrame & { children: ReactNode }) {
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <ErrorsOfField id={id} errors={errors} />
    </div>
  );
}

/** Words are written from the side that their script begins at; addresses, numbers and days from the left. */
const directionOf = ({ type = 'text', inputMode }: ComponentProps<'input'>) =>
  (type === 'text' || type === 'search') && (!inputMode || inputMode === 'text' || inputMode === 'search')
    ? 'auto'
    : undefined;

/** A labelled one-line input with its hint and errors, and what stands beside it in its line, if anything. */
export function TextField({
  label,
  className,
  beside,
  ...rest
}: FieldFrame & ComponentProps<'input'> & { beside?: ReactNode }) {
  const { hint, errors, ...props } = rest;
  return (
    <Frame id={rest.id} label={label} hint={hint} errors={errors}>
      <div className="flex flex-wrap gap-2">
        <input
          dir={directionOf(props)}
          {...controlProps(rest, classNames('min-w-0 grow basis-40', className))}
          {...props}
        />
        {beside}
      </div>
    </Frame>
  );
}

/** What stands before and after a number that is typed, by what it counts. */
const signs = { money: ['$', ''], percent: ['', '%'], number: ['', ''] } as const;

/** A labelled number with its sign. The place of its error is there from the first, for scripts that reckon while one types. */
export function NumberField({
  label,
  unit,
  ...rest
}: Omit<FieldFrame, 'errors'> & {
  error: string | undefined;
  unit: keyof typeof signs;
} & ComponentProps<'input'>) {
  const { hint, error, ...props } = rest;
  const [before, after] = signs[unit];
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={rest.id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="flex items-center gap-2 text-muted">
        {before}
        <input
          {...controlProps(
            { id: rest.id, hint, errors: error ? [error] : undefined },
            'min-w-0 tabular-nums',
          )}
          inputMode="decimal"
          autoComplete="off"
          {...props}
        />
        {after}
      </div>
      {hint ? (
        <p id={`${rest.id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      ) : null}
      <p id={`${rest.id}-error`} className="text-sm font-medium text-danger" hidden={!error}>
        {error}
      </p>
    </div>
  );
}

/** A labelled text area with its hint and errors. */
export function TextArea({ label, className, ...rest }: FieldFrame & ComponentProps<'textarea'>) {
  const { hint, errors, ...props } = rest;
  return (
    <Frame id={rest.id} label={label} hint={hint} errors={errors}>
      {/* Below its label in text browsers too. */}
      <div className="grid">
        <textarea dir="auto" rows={5} {...controlProps(rest, className)} {...props} />
      </div>
    </Frame>
  );
}

/** A labelled choice from a list, with its hint and errors. */
export function SelectField({ label, className, ...rest }: FieldFrame & ComponentProps<'select'>) {
  const { hint, errors, ...props } = rest;
  return (
    <Frame id={rest.id} label={label} hint={hint} errors={errors}>
      <div className="grid">
        <select dir="auto" {...controlProps(rest, className)} {...props} />
      </div>
    </Frame>
  );
}

/** A box to tick, its label beside it and its errors under both. */
export function CheckboxField({
  id,
  label,
  errors,
  ...props
}: Omit<FieldFrame, 'hint'> & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline gap-3">
        <input
          {...controlProps({ id, errors }, undefined)}
          type="checkbox"
          className="size-5 shrink-0 translate-y-0.5 accent-accent"
          {...props}
        />
        <label htmlFor={id} className="min-w-0 grow py-2 text-sm wrap-anywhere">
          {label}
        </label>
      </div>
      <ErrorsOfField id={id} errors={errors} />
    </div>
  );
}

/** One choice of several shown at once, under a name of their own; none need be made. */
export function RadioGroup({
  id,
  name,
  label,
  errors,
  options,
  defaultValue,
}: FieldFrame & {
  name: string;
  options: readonly { value: string; label: ReactNode }[];
  defaultValue?: string | undefined;
}) {
  return (
    <fieldset
      {...(errors?.length
        ? {
            // Only a radio group can be wrong as a whole; the focus is led to it (app/ui/script/first-error.ts).
            role: 'radiogroup',
            tabIndex: -1,
            'aria-invalid': true,
            'aria-describedby': `${id}-error`,
          }
        : {})}
      className="grid"
    >
      <legend className="pb-1 text-sm font-semibold">{label}</legend>
      {options.map((option) => (
        <div key={option.value} className="flex min-h-11 items-center gap-3">
          <input
            id={`${id}-${option.value}`}
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            className="size-5 shrink-0 accent-accent"
          />
          <label htmlFor={`${id}-${option.value}`} className="min-w-0 grow py-1.5 wrap-anywhere">
            {option.label}
          </label>
        </div>
      ))}
      <ErrorsOfField id={id} errors={errors} />
    </fieldset>
  );
}

/** Boxes to tick of which any number can be, each under a name of its own. What is wrong with them as a whole is said of the first. */
export function CheckboxGroup({
  id,
  label,
  hint,
  errors,
  options,
}: FieldFrame & {
  options: readonly { id: string; name: string; label: ReactNode; isChecked: boolean }[];
}) {
  const { 'aria-invalid': isInvalid, 'aria-describedby': described } = controlProps({ id, hint, errors }, '');
  return (
    <fieldset aria-describedby={described} className="grid">
      <legend className="pb-1 text-sm font-semibold">{label}</legend>
      {hint ? (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      ) : null}
      {options.map((option, index) => (
        <div key={option.name} className="flex min-h-11 items-center gap-3">
          <input
            id={option.id}
            type="checkbox"
            name={option.name}
            value="1"
            defaultChecked={option.isChecked}
            {...(index === 0 ? { 'aria-invalid': isInvalid, 'aria-describedby': described } : {})}
            className="size-5 shrink-0 accent-accent"
          />
          <label htmlFor={option.id} className="min-w-0 grow py-1.5 wrap-anywhere">
            {option.label}
          </label>
        </div>
      ))}
      <ErrorsOfField id={id} errors={errors} />
    </fieldset>
  );
}
