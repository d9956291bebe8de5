import { openDeckEditor } from '#app/domain/publishing/authoring/deck-editor.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import type { ListReply } from '#app/routes/admin/content/list/list-action.server.ts';
import { AddItem, FileLinks, ListState, UnreadableFile } from '#app/routes/admin/content/list/list-parts.tsx';
import { problemsByNumber } from '#app/routes/admin/content/list/problems-by-number.ts';
import { ListPublishPanel } from '#app/routes/admin/content/list/publish-panel.tsx';
import {
  contentPath,
  courseAddress,
  deckAddress,
  moduleIdOf,
  pieceAddress,
} from '#app/routes/admin/content/piece-address.ts';
import { actOnDeck } from '#app/routes/admin/content/slides/deck-action.server.ts';
import { layoutWords } from '#app/routes/admin/content/slides/layout-words.ts';
import { SlideCard } from '#app/routes/admin/content/slides/slide-card.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/slides';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const noLesson = () => notFound('There is no such lesson', { to: contentPath, label: 'Content' });

export async function loader({ params }: Route.LoaderArgs) {
  const moduleId = moduleIdOf(params.part);
  const deck = moduleId === null ? null : await openDeckEditor(params.courseSlug, moduleId);
  if (!deck) throw noLesson();
  const { text: _, ...shown } = deck;
  return shown;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const moduleId = moduleIdOf(params.part);
  if (moduleId === null) throw noLesson();
  return actOnDeck(actorOf(context), { slug: params.courseSlug, moduleId }, await readForm(request));
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit slides')];

export default function Slides({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, moduleId, courseTitle, title, path, isCourseOnSite, state, problem, items } = loaderData;
  const reply: ListReply | undefined = actionData;
  const problems = reply?.problems ? problemsByNumber(reply.problems) : null;
  const here = deckAddress(slug, moduleId);
  const source = moduleId === 0 ? 'course description' : 'lesson';
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: courseTitle },
        ]}
        current="Slides"
      />
      <PageHeading title={`Slides: ${title}`} actions={state === 'none' ? null : <FileLinks file={path} />}>
        They play, with their narration, where the {moduleId === 0 ? 'course' : 'lesson'} has no video.
        Changes are drafts until you publish them.
      </PageHeading>
      <ListState state={state} count={items.length} noun="slide" />
      {problem === null ? null : (
        <UnreadableFile file={path} title="The file can't be read as slides." problem={problem} />
      )}
      {reply && !reply.problems ? (
        <FormErrors id="slides-error" errors={reply.lastResult.error?.[''] ?? undefined} />
      ) : null}
      {problem === null && state !== 'none' ? (
        <ListPublishPanel
          outline={isCourseOnSite ? null : courseAddress(slug)}
          action={here}
          whole="slides"
          state={state}
          seen={loaderData.seen}
          needs={[]}
          problems={reply?.problems ?? null}
          ofWhole={problems?.get(0) ?? []}
          previewAddress={items.length > 0 ? pieceAddress(path, 'preview') : null}
        />
      ) : null}
      {problem === null && items.length === 0 ? (
        <Card className="grid justify-items-start gap-3">
          <h2 className="text-xl">Make slides from the {source}</h2>
          <p className="text-sm text-muted">
            One slide opens the {moduleId === 0 ? 'course' : 'lesson'}, and each heading gets one with its
            list or its key points. You then go through them one by one.
          </p>
          <form method="post" action={here}>
            <input type="hidden" name="seen" value={loaderData.seen} />
            <SubmitButton intent="make" pendingLabel="Making...">
              Make slides
            </SubmitButton>
          </form>
        </Card>
      ) : null}
      {problem === null ? (
        <section aria-labelledby="slides" className="grid grid-cols-1 gap-4">
          <h2 id="slides" className="text-xl">
            Slides
          </h2>
          {items.length === 0 ? (
            <p className="text-muted">No slides yet. Make them from the {source}, or add one below.</p>
          ) : (
            <ol className="grid grid-cols-1 gap-4">
              {items.map((slide) => (
                <SlideCard
                  key={`${slide.number}-${slide.key}`}
                  slug={slug}
                  moduleId={moduleId}
                  slide={slide}
                  count={items.length}
                  problems={problems?.get(slide.number) ?? []}
                />
              ))}
            </ol>
          )}
          <AddItem
            title="Add a slide"
            columns="sm:grid-cols-2 lg:grid-cols-3"
            kinds={Object.entries(layoutWords).map(([layout, words]) => ({
              to: deckAddress(slug, moduleId, `/slide?layout=${layout}`),
              ...words,
            }))}
          />
          {items.length > 0 ? (
            <details>
              <summary className="link inline-flex min-h-11 items-center text-sm">
                Make the slides again from the {source}
              </summary>
              <form method="post" action={here} className="grid justify-items-start gap-2 pt-1">
                <p className="text-sm text-muted">
                  All {items.length} slides are replaced. The history keeps the ones you have now.
                </p>
                <input type="hidden" name="seen" value={loaderData.seen} />
                <SubmitButton intent="make" variant="danger" pendingLabel="Making...">
                  Replace all slides
                </SubmitButton>
              </form>
            </details>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
