import { membershipPriceText } from '#app/domain/catalogue/products.ts';
import { mayUseCommunity } from '#app/domain/community/posting-rules.server.ts';
import {
  listLatestTitles,
  listThreads,
  type ThreadView,
  threadViews,
} from '#app/domain/community/thread-list.server.ts';
import { isTopic, topicTitle } from '#app/domain/community/topics.server.ts';
import { readCursor } from '#app/domain/cursor.ts';
import { communityCopy } from '#app/domain/site-copy/pages.server.ts';
import { config } from '#app/platform/config.server.ts';
import { CommunityForMembers, CommunityForVisitors } from '#app/routes/community/community-pages.tsx';
import { publicHead } from '#app/routes/frame/page-head.ts';
import { viewerContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import type { Route } from './+types/community';

export const handle = indexed;
export const headers = sharedPage;

/** Visitors, and whoever has no membership where that is needed, see what the community is and, as set, what is talked about. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  const copy = communityCopy();
  if (!viewer || !mayUseCommunity(viewer)) {
    const titles = config().showsCommunityTitles ? await listLatestTitles(12) : [];
    return {
      copy,
      titles: titles.map((thread) => ({ ...thread, topic: topicTitle(thread.topic) })),
      price: membershipPriceText(),
      isSignedIn: viewer !== null,
      list: null,
    };
  }
  const asked = url.searchParams.get('topic');
  const topic = isTopic(asked) ? asked : null;
  const shown = url.searchParams.get('show');
  const view: ThreadView = threadViews.find((name) => name === shown) ?? 'latest';
  const after = url.searchParams.get('after');
  const { rows, next } = await listThreads(viewer.id, { topic, view }, readCursor(after));
  const query = new URLSearchParams({
    ...(topic === null ? {} : { topic }),
    ...(view === 'latest' ? {} : { show: view }),
  });
  const here = (more: Record<string, string> = {}) => {
    const text = String(new URLSearchParams([...query, ...Object.entries(more)]));
    return text ? `/community?${text}` : '/community';
  };
  return {
    copy,
    titles: [],
    price: '',
    isSignedIn: true,
    list: {
      topic,
      view,
      rows: rows.map((row) => ({ ...row, topicTitle: topicTitle(row.topic) })),
      first: after === null ? null : here(),
      next: next && here({ after: next }),
    },
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/community', title: 'Community', description: loaderData?.copy.lead });

export default function Community({ loaderData: { list, ...shown } }: Route.ComponentProps) {
  return list ? <CommunityForMembers copy={shown.copy} list={list} /> : <CommunityForVisitors {...shown} />;
}
