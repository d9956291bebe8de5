import { readPlace } from '#app/domain/core/values/cursor.ts';
import { communityCopy } from '#app/domain/site/site-copy/pages.server.ts';
import { mayUseCommunity } from '#app/domain/talk/community/posting-rules.server.ts';
import {
  listLatestTitles,
  listThreads,
  type ThreadView,
  threadViews,
} from '#app/domain/talk/community/thread-list.server.ts';
import { isTopic, topicTitle } from '#app/domain/talk/community/topics.server.ts';
import { config } from '#app/platform/config.server.ts';
import { CommunityForMembers, CommunityForVisitors } from '#app/routes/community/community-pages.tsx';
import { publicHead } from '#app/routes/frame/public-head.ts';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, viewerContext } from '#app/routes/http/context.server.ts';
import { indexed } from '#app/routes/http/page-handle.ts';
import { sharedPage } from '#app/routes/http/shared-page.ts';
import { waysOf } from '#app/ui/list-pagination.tsx';
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
      way: wayIn(viewer, context.get(currencyContext)),
      isSignedIn: viewer !== null,
      list: null,
    };
  }
  const asked = url.searchParams.get('topic');
  const topic = isTopic(asked) ? asked : null;
  const shown = url.searchParams.get('show');
  const view: ThreadView = threadViews.find((name) => name === shown) ?? 'latest';
  const { rows, ...beside } = await listThreads(viewer.id, { topic, view }, readPlace(url.searchParams));
  return {
    copy,
    titles: [],
    way: wayIn(viewer, context.get(currencyContext)),
    isSignedIn: true,
    list: {
      topic,
      view,
      rows: rows.map((row) => ({ ...row, topicTitle: topicTitle(row.topic) })),
      ways: waysOf('/community', url.search, beside),
    },
  };
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  publicHead(matches, { path: '/community', title: 'Community', description: loaderData?.copy.lead });

export default function Community({ loaderData: { list, ...shown } }: Route.ComponentProps) {
  return list ? <CommunityForMembers copy={shown.copy} list={list} /> : <CommunityForVisitors {...shown} />;
}
