import { z } from 'zod';
import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { listLetters } from '#app/domain/learning/email-course/letters.server.ts';
import {
  findCourseByMail,
  subscribe,
  unsubscribe,
} from '#app/domain/learning/email-course/subscriptions.server.ts';
import { emailCourseCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { formatLongDay } from '#app/platform/date-format.ts';
import { JoinButton } from '#app/routes/frame/join-button.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { unknownAction } from '#app/routes/http/form-action.server.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/contents';

const page = '/email-course';

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = context.get(memberContext);
  const { oneClick: _, ...copy } = emailCourseCopy();
  const letters = listLetters();
  const { isSubscribed, lastLetter, nextDueAt } = await findCourseByMail(viewer.id);
  return {
    copy,
    letters,
    byMail: {
      isSubscribed,
      isFinished: lastLetter >= letters.length,
      nextMonth: lastLetter + 1,
      nextDueOn: nextDueAt && {
        date: nextDueAt.toISOString().slice(0, 10),
        text: formatLongDay(nextDueAt),
      },
      mayRead: mayReadLessons(viewer),
      isVerified: viewer.isEmailVerified,
      way: wayIn(viewer, context.get(currencyContext)),
    },
  };
}

const intents = z.enum(['subscribe', 'unsubscribe']);

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(memberContext);
  const intent = intents.safeParse((await readForm(request)).get('intent'));
  if (!intent.success) throw unknownAction();
  const copy = emailCourseCopy();
  if (intent.data === 'unsubscribe') {
    await unsubscribe(viewer.id);
    return redirectWithFlash(page, copy.unsubscribed);
  }
  try {
    await subscribe(viewer);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return redirectWithFlash(page, error.message, 'error');
  }
  return redirectWithFlash(page, copy.subscribed);
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Email course'),
];

export default function EmailCourse({ loaderData: { copy, letters, byMail } }: Route.ComponentProps) {
  return (
    <div className="page grid gap-10 py-8 sm:py-12">
      <Breadcrumb crumbs={[{ to: '/dashboard', label: 'Dashboard' }]} current={copy.title} />
      <header className="grid max-w-3xl gap-3">
        <h1 className="headline">{copy.title}</h1>
        <p className="text-xl text-muted">{copy.lead}</p>
      </header>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-16">
        <section aria-labelledby="letters">
          <h2 id="letters" className="sr-only">
            The letters
          </h2>
          <ol className="border-t border-line-strong">
            {letters.map(({ month, title, preheader }) => (
              <li
                key={month}
                className="group relative grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline gap-y-1 border-b border-line py-5"
              >
                <span aria-hidden="true" className="font-display text-xl text-accent tabular-nums">
                  {month}
                </span>
                <h3 className="text-xl">
                  <Link
                    to={`${page}/${month}`}
                    className="no-underline after:absolute after:inset-0 group-hover:text-accent"
                  >
                    {title}
                  </Link>
                </h3>
                <p className="col-start-2 text-muted">{preheader}</p>
              </li>
            ))}
          </ol>
        </section>
        <Card className="no-print grid justify-items-start gap-3 max-lg:order-first lg:sticky lg:top-8">
          <h2 className="text-xl">{copy.byMail}</h2>
          <ByMail copy={copy} byMail={byMail} />
        </Card>
      </div>
    </div>
  );
}

/** How one stands with the letters by mail, and the one thing to do about it. */
function ByMail({ copy, byMail }: Pick<Route.ComponentProps['loaderData'], 'copy' | 'byMail'>) {
  if (byMail.isFinished) return <p className="text-muted">{copy.finished}</p>;
  if (byMail.isSubscribed)
    return (
      <>
        <p className="text-muted">
          {byMail.mayRead ? copy.subscribed : copy.paused}{' '}
          {byMail.mayRead && byMail.nextDueOn ? (
            <>
              Letter {byMail.nextMonth} comes on{' '}
              <time dateTime={byMail.nextDueOn.date}>{byMail.nextDueOn.text}</time>.
            </>
          ) : null}
        </p>
        {byMail.mayRead ? null : <JoinButton way={byMail.way} />}
        <form method="post">
          <SubmitButton variant="secondary" intent="unsubscribe" pendingLabel="Stopping...">
            {copy.unsubscribe}
          </SubmitButton>
        </form>
      </>
    );
  return (
    <>
      <p className="text-muted">{copy.byMailText}</p>
      {!byMail.mayRead ? (
        <JoinButton way={byMail.way} />
      ) : !byMail.isVerified ? (
        <p className="text-warn">{copy.needsVerifying}</p>
      ) : (
        <form method="post">
          <SubmitButton intent="subscribe" pendingLabel="Subscribing...">
            {copy.subscribe}
          </SubmitButton>
        </form>
      )}
    </>
  );
}
