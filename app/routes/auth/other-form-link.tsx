import type { MouseEvent, ReactNode } from 'react';
import { useSubmit } from 'react-router';
import { type FormName, forms } from '#app/routes/auth/forms.ts';
import { withReturnTo } from '#app/routes/http/return-to.ts';
import { Link } from '#app/ui/link.tsx';

/**
 * A link from one form of joining to another, with the page to come back to. What stands in the e-mail field goes along: with scripts
 * it is posted, to be kept in a cookie; without, the cookie has what was sent last.
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
  const submit = useSubmit();
  const takeAlong = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const form = document.getElementById(formId);
    const email = form instanceof HTMLFormElement ? new FormData(form).get('email') : null;
    if (typeof email !== 'string' || email.trim() === '') return;
    event.preventDefault();
    void submit({ intent: 'other_form', to, email, redirectTo }, { method: 'post' });
  };
  return (
    <Link className={className} to={withReturnTo(forms[to], redirectTo)} onClick={takeAlong}>
      {children}
    </Link>
  );
}
