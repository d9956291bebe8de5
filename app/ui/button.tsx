import type { ComponentProps } from 'react';
import { classNames } from '#app/ui/class-names.ts';
import { Link } from '#app/ui/link.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent border-transparent hover:bg-accent-strong',
  secondary: 'bg-surface text-ink border-line-strong hover:border-accent hover:text-accent',
  quiet: 'bg-transparent text-accent border-transparent hover:bg-accent-soft',
  danger: 'bg-surface text-danger border-danger hover:bg-danger-soft',
};

/** The looks of a button, for elements that are none. */
export function buttonClass(variant: ButtonVariant = 'primary', size: 'normal' | 'large' = 'normal'): string {
  return classNames(
    'inline-flex items-center justify-center gap-2 rounded-control border font-semibold no-underline text-center transition-colors',
    // A word breaks in very large text on a phone alone.
    'max-w-full wrap-normal max-sm:wrap-anywhere',
    'cursor-pointer disabled:cursor-default disabled:opacity-65 aria-disabled:cursor-default aria-disabled:opacity-65',
    size === 'large' ? 'min-h-13 px-4 py-3 text-base sm:px-6 sm:text-lg' : 'min-h-11 px-4 py-2 text-sm',
    variants[variant],
  );
}

interface Look {
  variant?: ButtonVariant;
  size?: 'normal' | 'large';
}

export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & Look) {
  return <button type={type} className={classNames(buttonClass(variant, size), className)} {...props} />;
}

export function ButtonLink({ variant, size, className, ...props }: ComponentProps<typeof Link> & Look) {
  return <Link className={classNames(buttonClass(variant, size), className)} {...props} />;
}

/**
 * The button that sends a form. While the form is on its way it reads `pendingLabel` (app/ui/script/submitting.ts).
 * With several forms on a page, `intent` (sent as a field of that name) tells them apart.
 */
export function SubmitButton({
  pendingLabel,
  intent,
  ...props
}: Omit<ComponentProps<'button'>, 'type' | 'children'> &
  Look & { pendingLabel: string; intent?: string; children: string }) {
  const named = intent === undefined ? {} : { name: 'intent', value: intent };
  // A form may be on its way before React takes the page over: it leaves the button's one text as it finds it.
  return <Button {...named} {...props} type="submit" data-pending={pendingLabel} suppressHydrationWarning />;
}
