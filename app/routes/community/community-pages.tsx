import type { communityCopy } from '#app/domain/site/site-copy/pages.server.ts';
import type { ListedThread, ThreadView } from '#app/domain/talk/community/thread-list.server.ts';
import { Manners } from '#app/routes/community/house-rules.tsx';
import { JoinButton } from '#app/routes/frame/join-button.tsx';
import type { WayIn } from '#app/routes/frame/way-in.ts';
import { Avatar } from '#app/ui/avatar.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { ButtonLink, buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { Check } from '#app/ui/icon.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, type Ways } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import { Tabs } from '#app/ui/tabs.tsx';

type Copy = ReturnType<typeof communityCopy>;

interface List {
  topic: string | null;
  view: ThreadView;
  rows: (ListedThread & { topicTitle: string })[];
  ways: Ways;
}

const viewNames: Record<ThreadView, string> = {
  latest: 'Latest',
  unanswered: 'Unanswered',
  followed: 'Following',
  own: 'Yours',
};

function hrefOf(topic: string | null, view: ThreadView): string {
  const query = new URLSearchParams({
    ...(topic === null ? {} : { topic }),
    ...(view === 'latest' ? {} : { show: view }),
  });
  return query.size === 0 ? '/community' : `/community?${query}`;
}

const newThread = (topic: string | null) => `/community/new${topic === null ? '' : `?topic=${topic}`}`;

/** The threads, by topic and view. */
export function CommunityForMembers({ copy, list }: { copy: Copy; list: List }) {
  const { topic, view, rows, ways } = list;
  const current = copy.topics.find(({ slug }) => slug === topic);
  return (
    <div className="page grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="grid max-w-2xl gap-2">
          <h1>{current?.title ?? copy.title}</h1>
          <p className="text-muted">{current?.text ?? copy.lead}</p>
        </div>
        <ButtonLink to={newThread(topic)}>Start a thread</ButtonLink>
      </header>
      <div className="grid grid-cols-1 gap-x-12 gap-y-6 lg:grid-cols-[15rem_minmax(0,1fr)] lg:items-start">
        <Topics copy={copy} topic={topic} view={view} />
        <div className="grid grid-cols-1 gap-5">
          <div className="swipe-row border-b border-line">
            <Tabs
              label="Threads"
              tabs={(Object.keys(viewNames) as ThreadView[]).map((name) => ({
                label: viewNames[name],
                to: hrefOf(topic, name),
                isCurrent: name === view,
              }))}
            />
          </div>
          {rows.length === 0 ? <NoThreads copy={copy} list={list} /> : <Threads rows={rows} topic={topic} />}
          <ListWays {...ways} />
        </div>
      </div>
    </div>
  );
}

function Topics({ copy, topic, view }: { copy: Copy; topic: string | null; view: ThreadView }) {
  const links = [{ slug: null, title: 'All topics' }, ...copy.topics];
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <nav aria-label="Topics" className="min-w-0">
        <ul className="swipe-row flex gap-2 py-1 sm:flex-wrap lg:grid lg:gap-0">
          {links.map(({ slug, title }) => (
            <li key={title} className="shrink-0">
              <Link
                to={hrefOf(slug, view)}
                aria-current={slug === topic ? 'page' : undefined}
                className={classNames(
                  'inline-flex min-h-11 items-center rounded-full border px-3.5 text-sm whitespace-nowrap no-underline lg:flex lg:rounded-control lg:border-transparent lg:px-3',
                  slug === topic
                    ? 'border-transparent bg-accent-soft font-semibold text-accent'
                    : 'border-line-strong hover:bg-sunken hover:text-accent',
                )}
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Manners copy={copy} className="max-lg:hidden" />
    </div>
  );
}

const replies = (count: number) => (count === 1 ? '1 reply' : `${count.toLocaleString('en-US')} replies`);

const formerMember = 'A former member';

function Threads({ rows, topic }: { rows: List['rows']; topic: string | null }) {
  return (
    <ul className="grid grid-cols-1">
      {rows.map(({ id, title, author, pictureId, replyCount, isAnswered, topicTitle, ...latest }) => (
        <li
          key={id}
          className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3.5 border-line py-4 first:pt-0 not-first:border-t"
        >
          <Avatar name={author ?? ''} pictureId={pictureId} />
          <div className="grid min-w-0 gap-1">
            <h2
              dir="auto"
              className="font-sans text-base leading-snug font-semibold wrap-anywhere sm:text-lg"
            >
              <Link
                to={`/community/threads/${id}`}
                className="no-underline hover:text-accent hover:underline"
              >
                {title}
              </Link>
            </h2>
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
              {isAnswered ? <Badge tone="good">Answered</Badge> : null}
              <bdi className="wrap-anywhere">{author ?? formerMember}</bdi>
              {topic === null ? <span>{topicTitle}</span> : null}
              {replyCount === 0 ? null : <span>{replies(replyCount)}</span>}
            </p>
            <p className="text-sm text-muted">
              {replyCount === 0 ? (
                <span className="font-semibold text-accent">No reply yet</span>
              ) : (
                <>
                  Last reply by <bdi className="wrap-anywhere">{latest.lastReplyBy ?? formerMember}</bdi>
                </>
              )}
              , <Moment at={latest.latestAt} isRelative />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

const emptyWords: Record<Exclude<ThreadView, 'latest'>, string> = {
  unanswered: 'Everything has a reply',
  followed: 'You follow no thread here',
  own: 'You have started no thread here',
};

/** A room nobody has spoken in yet asks to be spoken in. */
function NoThreads({ copy, list: { topic, view, ways } }: { copy: Copy; list: List }) {
  if (ways.first !== null) return <EmptyState title="No older threads" />;
  if (view !== 'latest')
    return (
      <EmptyState title={emptyWords[view]}>
        <Link to={hrefOf(topic, 'latest')} className="link">
          See the latest threads
        </Link>
      </EmptyState>
    );
  const starters = copy.starters.filter((starter) => topic === null || starter.topic === topic);
  return (
    <EmptyState title="Be the first to say something">
      <p className="max-w-md">Every member can read your thread. A question is enough.</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {starters.map((starter) => (
          <li key={starter.title}>
            <Link
              to={`/community/new?${new URLSearchParams(starter)}`}
              className={classNames(buttonClass('secondary'))}
            >
              {starter.title}
            </Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

interface ForVisitors {
  copy: Copy;
  titles: { id: string; topic: string; title: string; replyCount: number; isAnswered: boolean }[];
  way: WayIn;
  isSignedIn: boolean;
}

/** What the community is, and what is talked about there, for whoever is no member. */
export function CommunityForVisitors({ copy, titles, way, isSignedIn }: ForVisitors) {
  return (
    <div className="page grid grid-cols-1 gap-10 py-12 sm:py-16">
      <header className="grid max-w-3xl gap-5">
        <h1 className="display">{copy.title}</h1>
        <p className="text-xl text-muted">{copy.lead}</p>
      </header>
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-20">
        <section aria-labelledby="talk" className="grid content-start gap-4">
          <h2 id="talk">{titles.length > 0 ? 'What members talk about' : 'What it is for'}</h2>
          {titles.length > 0 ? (
            <ul className="border-t border-line-strong">
              {titles.map(({ id, topic, title, replyCount, isAnswered }) => (
                <li key={id} className="grid gap-1 border-b border-line py-4">
                  <p dir="auto" className="font-semibold wrap-anywhere">
                    {title}
                  </p>
                  <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                    <span>{topic}</span>
                    <span>{replies(replyCount)}</span>
                    {isAnswered ? (
                      <span className="inline-flex items-center gap-1 text-good">
                        <Check className="size-4" /> Answered
                      </span>
                    ) : null}
                  </p>
                </li>
              ))}
            </ul>
          ) : (
            <ul className="border-t border-line-strong">
              {copy.topics.map(({ slug, title, text }) => (
                <li key={slug} className="grid gap-1 border-b border-line py-4">
                  <p className="font-semibold">{title}</p>
                  <p className="text-sm text-muted">{text}</p>
                </li>
              ))}
            </ul>
          )}
        </section>
        <div className="grid content-start gap-6">
          <Card className="grid justify-items-start gap-4">
            <p>{copy.visitors}</p>
            <JoinButton way={way} />
            {isSignedIn ? null : (
              <Link to="/login?redirectTo=/community" className="link inline-flex min-h-11 items-center">
                Sign in as a member
              </Link>
            )}
          </Card>
          <Manners copy={copy} />
        </div>
      </div>
    </div>
  );
}
