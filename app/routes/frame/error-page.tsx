import { use, useEffect, useRef } from 'react';
import { isRouteErrorResponse, useRouteLoaderData } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { PageContext } from '#app/ui/page-context.ts';

function explain(error: unknown, isOutage: boolean): { title: string; text: string } {
  if (isOutage)
    return {
      title: 'We will be right back',
      text: 'The site cannot reach its database at the moment. Nothing is lost. Please try again in a minute.',
    };
  if (isRouteErrorResponse(error)) {
    const message = typeof error.data === 'string' && error.data ? error.data : error.statusText;
    if (error.status < 500) return clientProblem(error.status, message);
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

/** A request of this browser's that came to nobody: browsers say so by a TypeError, each in its own words. */
const isConnectionLoss = (error: unknown) =>
  typeof document !== 'undefined' &&
  error instanceof TypeError &&
  /failed to fetch|networkerror|load failed|network/i.test(error.message);

/** What to do about a refusal that says nothing of it itself. */
const advice: Record<number, string> = {
  403: 'Go back, or start again from the first page.',
  404: 'Check the address, or go back and try again.',
  405: 'Open the page here and use its own buttons.',
};

/** The first sentence heads the page; what it goes on to say is the advice. */
function clientProblem(status: number, message: string): { title: string; text: string } {
  if (status === 429) return { title: 'Too many attempts', text: message };
  const [, first = message, rest = ''] = /^(.+?)\.(?:\s+(.+))?$/s.exec(message) ?? [];
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
  const { requestId, isOutage = false } = use(PageContext);
  const { title, text } = explain(error, isOutage);
  const heading = useRef<HTMLHeadingElement>(null);
  // What was focused may be gone with the page that failed.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  const brandName = useRouteLoaderData<{ brandName: string }>('root')?.brandName;
  return (
    <div className="page page-narrow grid justify-items-start gap-4 py-16">
      <title>{brandName ? `${title} | ${brandName}` : title}</title>
      <h1 ref={heading} tabIndex={-1} className="wrap-anywhere">
        {title}
      </h1>
      <p className="text-muted">{text}</p>
      {requestId ? (
        <p className="text-sm text-muted">
          Request id: <code>{requestId}</code>
        </p>
      ) : null}
      <p className="flex flex-wrap gap-3 pt-2">
        <ButtonLink to="/">Back to the start</ButtonLink>
        {isOutage ? null : (
          <ButtonLink variant="secondary" to="/search">
            Search the site
          </ButtonLink>
        )}
      </p>
    </div>
  );
}
