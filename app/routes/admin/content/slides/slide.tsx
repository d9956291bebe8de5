import { data, redirect } from 'react-router';
import { z } from 'zod';
import { type Slide, slideSchema } from '#app/domain/learning/decks/slides.ts';
import { addSlide, editSlide } from '#app/domain/publishing/authoring/deck-changes.server.ts';
import { openDeckEditor } from '#app/domain/publishing/authoring/deck-editor.server.ts';
import { fieldsOfSlide, isSlideLayout, slideFields } from '#app/domain/publishing/authoring/slide-fields.ts';
import { slideFormSchema } from '#app/domain/publishing/authoring/slide-form.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { ItemForm } from '#app/routes/admin/content/list/item-form.tsx';
import {
  contentPath,
  courseAddress,
  deckAddress,
  moduleIdOf,
} from '#app/routes/admin/content/piece-address.ts';
import { layoutWords } from '#app/routes/admin/content/slides/layout-words.ts';
import { SlidePreview } from '#app/routes/admin/content/slides/slide-card.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { type FormReply, refusedForm, typedFields } from '#app/routes/http/form.server.ts';
import { parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/slide';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const noLesson = () => notFound('There is no such lesson', { to: contentPath, label: 'Content' });

export async function loader({ params, url }: Route.LoaderArgs) {
  const moduleId = moduleIdOf(params.part);
  const deck = moduleId === null ? null : await openDeckEditor(params.courseSlug, moduleId);
  if (!deck || moduleId === null) throw noLesson();
  const { slug, courseTitle, items } = deck;
  const key = url.searchParams.get('slide');
  const slide = items.find((other) => other.key === key);
  const layout = slide?.raw.layout ?? url.searchParams.get('layout');
  // What was changed meanwhile has another key: its deck shows it as it is.
  if (!isSlideLayout(layout)) throw redirect(deckAddress(slug, moduleId), 303);
  return {
    slug,
    courseTitle,
    moduleId,
    layout,
    slideKey: slide?.key ?? '',
    number: slide?.number ?? null,
    count: items.length,
    fields: slide ? fieldsOfSlide(slide.raw) : {},
  };
}

/** What the form of a slide shows after a button that stays on it. */
interface SlideReply extends FormReply {
  preview: Slide | null;
}

const intents = z.enum(['save', 'preview']);

export async function action({ request, params, context }: Route.ActionArgs) {
  const moduleId = moduleIdOf(params.part);
  if (moduleId === null) throw noLesson();
  const form = await readForm(request);
  const intent = readIntent(form, intents);
  const layout = form.get('layout');
  const key = String(form.get('key') ?? '');
  if (!isSlideLayout(layout)) return data('Unknown layout', { status: 400 });
  const of = { slug: params.courseSlug, moduleId };
  const deckPage = deckAddress(of.slug, moduleId);
  try {
    const slide = parseForm(form, slideFormSchema(layout), { disableAutoCoercion: true });
    if (intent === 'preview')
      return data<SlideReply>({
        lastResult: { initialValue: typedFields(form) },
        preview: slideSchema.parse(slide),
      });
    const actor = actorOf(context);
    if (key === '') {
      await addSlide(actor, of, slide);
      return await redirectWithFlash(deckPage, 'The slide is added to the draft.');
    }
    await editSlide(actor, of, key, slide);
    return await redirectWithFlash(deckPage, 'The slide is saved as a draft.');
  } catch (error) {
    const refused = refusedForm(form, error);
    return data<SlideReply>({ ...refused.data, preview: null }, refused.init ?? undefined);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit a slide')];

export default function SlidePage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, courseTitle, moduleId, layout, slideKey, number, count } = loaderData;
  const reply = actionData as SlideReply | undefined;
  const { label, text } = layoutWords[layout];
  // With its layout too: of a slide that somebody else has removed, what was typed is shown as a new one.
  const query = `layout=${layout}${number === null ? '' : `&slide=${slideKey}`}`;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(slug), label: courseTitle },
          { to: deckAddress(slug, moduleId), label: 'Slides' },
        ]}
        current={number === null ? 'New slide' : `Slide ${number}`}
      />
      <PageHeading title={number === null ? `New slide: ${label}` : `Slide ${number} of ${count}: ${label}`}>
        {text}
      </PageHeading>
      <ItemForm
        one="slide"
        action={deckAddress(slug, moduleId, `/slide?${query}`)}
        cancel={deckAddress(slug, moduleId)}
        kind={{ name: 'layout', value: layout }}
        itemKey={slideKey}
        isNew={number === null}
        itemFields={slideFields[layout]}
        fields={loaderData.fields}
        reply={reply}
      />
      {reply?.preview ? (
        <section aria-labelledby="preview" className="grid grid-cols-1 gap-3">
          <h2 id="preview" tabIndex={-1} data-focus className="text-xl">
            Preview
          </h2>
          <SlidePreview slide={reply.preview} />
        </section>
      ) : null}
    </div>
  );
}
