import { use, useEffect, useRef } from 'react';
import { isRouteErrorResponse } from 'react-router';
import { isConnectionLoss } from '#app/routes/frame/connection-loss.ts';
import { useSiteData } from '#app/routes/frame/site-data.ts';
import type { RefusalWithWayOn, WayOn } from '#app/routes/http/not-found.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageContext } from '#app/ui/page-context.ts';

interface Explained {
  title: string;
  text: string;
  wayOn?: WayOn;
  written?: string[];
}

function explain(error: unknown, isOutage: boolean, isForm: boolean): Explained {
  if (import.meta.env.SSR && isOutage)
    return {
      title: 'We will be right back',
      // Whether a form was saved before the database went away is not known: neither is said.
      text: isForm
        ? 'The site cannot reach its database at the moment, so we don’t know yet if this went through. You can safely send it again in a minute: nothing is saved or charged twice.'
        : 'The site cannot reach its database at the moment. Nothing is lost. Please try again in a minute.',
    };
  if (isRouteErrorResponse(error)) {
    const said: Partial<RefusalWithWayOn> =
      typeof error.data === 'string' ? { message: error.data } : (error.data ?? {});
    const message = frameworkRefusal(error) ?? (said.message || error.statusText);
    if (error.status < 500) return { ...said, ...clientProblem(error.status, message) };
    // The site was closed while somebody was on one of its pages.
    if (error.status === 503) return { title: 'We will be right back', text: message };
    return wentWrong(message);
  }
  const message = error instanceof Error ? error.message : 'Unexpected error';
  return isConnectionLoss(error)
    ? {
        title: titleOf(message),
        text: 'The site could not be reached. Check your connection, go back and try again.',
      }
    : wentWrong(message);
}

/** What to do about a refusal that says nothing of it itself. */
const advice: Partial<Record<number, string>> = {
  403: 'Go back, or start again from the first page.',
  404: 'Check the address, or go back and try again.',
  // Said to what no page of ours sends, so only by the server.
  ...(import.meta.env.SSR ? { 405: 'Open the page here and use its own buttons.' } : {}),
};

/** What a page says of a refusal that the framework has made: its own words are for programmers, and name files. */
function frameworkRefusal(error: { status: number }): string | undefined {
  if (!('internal' in error && error.internal)) return undefined;
  return error.status === 405 ? 'This page takes no forms' : 'That request could not be answered';
}

/** The first sentence heads the page; what it goes on to say is the advice. */
function clientProblem(status: number, message: string): { title: string; text: string } {
  if (status === 429) return { title: 'Too many attempts', text: message };
  const [, first = message, rest = ''] = /^(.+?)\.(?:\s+(\S.*))?$/s.exec(message) ?? [];
  return { title: first, text: rest || (advice[status] ?? 'Go back and try again.') };
}

// 'Something went wrong: {message}.' (P101)
const titleOf = (message: string) => `Something went wrong: ${message.replace(/\.$/, '')}.`;
const wentWrong = (message: string) => ({
  title: titleOf(message),
  text: 'It is on our side, and it has been logged.',
});

/** The page for everything a route cannot answer, with the request id that support can look up. */
export function ErrorPage({ error }: { error: unknown }) {
  // A failure that comes to a page in the browser is none.
  const { isOutage = false, sentForm } = import.meta.env.SSR ? use(PageContext) : {};
  const { title, text, wayOn, written = [] } = explain(error, isOutage, sentForm !== undefined);
  const heading = useRef<HTMLHeadingElement>(null);
  // What was focused may be gone with the page that failed.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  const root = useSiteData();
  const brandName = root?.brandName;
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-16">
      <title>{brandName ? `${title} | ${brandName}` : title}</title>
      <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
        {title}
      </h1>
      <p className="text-muted">{text}</p>
      {written.map((words) => (
        <textarea
          key={words}
          readOnly
          dir="auto"
          aria-label="What you wrote"
          defaultValue={words}
          rows={words.length > 99 ? 6 : 2}
          className="field-sizing-content max-h-96 w-full rounded-control border border-line-strong bg-surface px-3 py-2 text-base"
        />
      ))}
      {import.meta.env.SSR && isOutage ? sentForm : null}
      {import.meta.env.SSR && isFailure(error) ? <RequestId /> : null}
      <p className="flex flex-wrap gap-3 pt-2">
        {wayOn ? <ButtonLink to={wayOn.to}>{wayOn.label}</ButtonLink> : null}
        <ButtonLink
          variant={wayOn || (import.meta.env.SSR && sentForm) ? 'secondary' : 'primary'}
          to={root?.viewer ? '/dashboard' : '/'}
        >
          {root?.viewer ? 'Back to Dashboard' : 'Back to the start'}
        </ButtonLink>
        {(import.meta.env.SSR && isOutage) || wayOn ? null : (
          <ButtonLink variant="secondary" to="/search">
            Search the site
          </ButtonLink>
        )}
      </p>
    </div>
  );
}

/** Whether something has failed that support could look up. */
const isFailure = (error: unknown) => !(isRouteErrorResponse(error) && [401, 404].includes(error.status));

/** By which support can look up what failed; a failure in the browser has none. */
function RequestId() {
  const { requestId } = use(PageContext);
  return requestId ? (
    <p className="text-sm text-muted">
      Request id: <code>{requestId}</code>
    </p>
  ) : null;
}
