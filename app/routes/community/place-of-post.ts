import { data, redirect } from 'react-router';
import { z } from 'zod';
import { requireCommunity } from '#app/domain/talk/community/posting-rules.server.ts';
import { findPlaceOfPost } from '#app/domain/talk/community/thread-page.server.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import type { Route } from './+types/place-of-post';

/** A post's own address leads to its place in its thread, on whatever page of it that is. */
export async function loader({ params, context }: Route.LoaderArgs) {
  try {
    requireCommunity(context.get(memberContext));
  } catch (error) {
    throwAsResponse(error);
  }
  const id = z.uuid().safeParse(params.postId);
  const place = id.success ? await findPlaceOfPost(id.data) : null;
  if (!place) throw data('This post no longer exists.', { status: 404 });
  const from = place.isOpening ? '' : `?from=${params.postId}`;
  return redirect(`/community/threads/${place.threadId}${from}#post-${params.postId}`, 303);
}
