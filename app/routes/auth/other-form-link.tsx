import type { ReactNode } from 'react';
import { type FormName, forms } from '#app/routes/auth/forms.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import { Link } from '#app/ui/link.tsx';

/**
 * A link from one form of joining to another, with the page to come back to. What stands in the email field goes along: with scripts
 * it is posted, to be kept in a cookie (app/ui/script/typed-email.ts); without, the cookie has what was sent last.
 */
export function OtherFormLink({
  to,
  formId,
  redirectTo,
  className = 'link',
  children,
}: {
  to: FormName;
  /** The form one is on. */
  formId: string;
  redirectTo: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link className={className} to={withReturnTo(forms[to], redirectTo)} data-takes={formId} data-to={to}>
      {children}
    </Link>
  );
}
