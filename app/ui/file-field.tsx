import type { ComponentProps } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { controlProps, type FieldFrame, Frame } from '#app/ui/field.tsx';

/** A labelled choice of files, with its hint and errors. What was chosen is lost with a page that is shown anew. */
export function FileField({ label, className, ...rest }: FieldFrame & ComponentProps<'input'>) {
  const { hint, errors, ...props } = rest;
  return (
    <Frame id={rest.id} label={label} hint={hint} errors={errors}>
      <div className="grid">
        <input type="file" {...controlProps(rest, classNames('file-field', className))} {...props} />
      </div>
    </Frame>
  );
}
