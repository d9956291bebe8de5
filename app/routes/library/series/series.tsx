import { href } from 'react-router';
import { mayReadLessons } from '#app/domain/core/access/policy.server.ts';
import { applyTicks } from '#app/domain/learning/checklists/checklists.server.ts';
import { findClosedModules } from '#app/domain/learning/courses/release-state.server.ts';
import { introModuleId } from '#app/domain/learning/courses/videos.server.ts';
import { deckKeyOfSeries } from '#app/domain/learning/decks/decks.server.ts';
import { findWatchables } from '#app/domain/learning/decks/playback.server.ts';
import {
  allSeries,
  courseOfSeries,
  relatedSeries,
  renderAbout,
  videoSourceOf,
} from '#app/domain/learning/series/series.server.ts';
import { pageWatchable } from '#app/routes/frame/deck/page-watchable.server.tsx';
import { MembershipNeeded } from '#app/routes/frame/membership-needed.tsx';
import { Outcomes } from '#app/routes/frame/outcomes.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { loadKept } from '#app/routes/frame/piece-marks/load-marks.server.ts';
import { keepingAction } from '#app/routes/frame/piece-marks/marks-action.server.ts';
import { NoteForm } from '#app/routes/frame/piece-marks/note-form.tsx';
import { PieceBar } from '#app/routes/frame/piece-marks/piece-bar.tsx';
import { ReadMark } from '#app/routes/frame/piece-marks/read-mark.tsx';
import { TickableText } from '#app/routes/frame/piece-marks/tickable-text.tsx';
import { Watch } from '#app/routes/frame/watch.tsx';
import { wayIn } from '#app/routes/frame/way-in.ts';
import { currencyContext, memberContext } from '#app/routes/http/context.server.ts';
import { pageText } from '#app/routes/http/page-text.server.ts';
import { leadHome } from '#app/routes/http/unknown-address.server.ts';
import { ModulePicker } from '#app/routes/library/series/module-picker.tsx';
import { SeriesList } from '#app/routes/library/series/series-list.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { buttonClass } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import type { Route } from './+types/series';

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const series = allSeries().get(params.seriesSlug);
  // An unknown address leads home (P10).
  if (!series) throw await leadHome(request);
  const course = courseOfSeries(series);
  const viewer = context.get(memberContext);
  const [watchables, kept] = await Promise.all([
    findWatchables(viewer.id, videoSourceOf(series), deckKeyOfSeries(series)),
    loadKept(viewer, `series/${series.slug}`),
  ]);
  const mayWatch = mayReadLessons(viewer);
  const about = applyTicks(renderAbout(series), kept?.ticks ?? []);
  const chosen = course?.modules.find(({ id }) => String(id) === url.searchParams.get('module'));
  const isClosed =
    course !== undefined &&
    chosen !== undefined &&
    mayWatch &&
    (await findClosedModules(viewer, course.slug)).has(chosen.id);
  const { slug, title, subtitle, description, whatYouWillLearn, expertRole, bio } = series;
  // A series with modules has no frame of its own until its introduction is there.
  const hasFrame = !course || watchables.has(introModuleId);
  // What is not there yet is not withheld from anyone.
  const isLocked = !mayWatch && watchables.has(introModuleId);
  return {
    series: { slug, title, subtitle, description, whatYouWillLearn },
    expert: expertRole && bio ? { role: expertRole, bio } : null,
    kept,
    about: { ticked: about.ticked, text: pageText(request, about.text) },
    isLocked,
    intro:
      hasFrame && !isLocked
        ? pageWatchable(
            request,
            watchables.get(introModuleId),
            title,
            'The text and the workbook on this page cover the same ground.',
          )
        : null,
    course: course && {
      slug: course.slug,
      modules: course.modules.map(({ id, number, title }) => ({ id, number, title })),
      selected: chosen
        ? {
            id: chosen.id,
            title: chosen.title,
            description: chosen.description,
            isClosed,
            watchable:
              mayWatch && !isClosed
                ? pageWatchable(
                    request,
                    watchables.get(chosen.id),
                    chosen.title,
                    'The written lesson teaches the same, in full.',
                  )
                : null,
          }
        : null,
    },
    way: wayIn(viewer, context.get(currencyContext)),
    related: relatedSeries(series),
  };
}

export const action = ({ request, params, url, context }: Route.ActionArgs) =>
  keepingAction(request, url, context.get(memberContext), `series/${params.seriesSlug}`);

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.series.title ?? 'Series'),
];

export default function SeriesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { series, expert, about, isLocked, intro, course, way, related, kept } = loaderData;
  return (
    <article className="page grid gap-8 py-8 sm:py-12">
      <Breadcrumb
        crumbs={[
          { to: '/dashboard', label: 'Dashboard' },
          { to: '/training', label: 'Training & Guides' },
        ]}
        current={series.title}
      />
      <header className="grid max-w-3xl gap-3">
        <p className="eyebrow">{series.subtitle}</p>
        <h1 className="headline">{series.title}</h1>
        <p className="text-xl text-muted">{series.description}</p>
        {kept ? <PieceBar marks={kept.marks} /> : null}
      </header>
      <div className="grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start lg:gap-16">
        <div className="grid grid-cols-1 gap-12">
          {intro ? <Watch watchable={intro} /> : null}
          {isLocked ? <MembershipNeeded way={way} piece="video" /> : null}
          <section aria-labelledby="about" className="grid gap-4">
            <h2 id="about" className="text-2xl">
              About
            </h2>
            <TickableText
              text={about.text}
              action={`/checklist/series/${series.slug}`}
              ticked={about.ticked}
            />
          </section>
          {course ? (
            <ModulePicker
              courseSlug={course.slug}
              modules={course.modules}
              selected={course.selected}
              way={way}
            />
          ) : null}
          {kept ? (
            <div className="grid max-w-[700px] gap-8">
              <ReadMark marks={kept.marks} piece="series" />
              <NoteForm marks={kept.marks} reply={actionData} />
            </div>
          ) : null}
          {related.length > 0 ? (
            <section aria-labelledby="related" className="no-print grid gap-5">
              <h2 id="related" className="text-2xl">
                Related videos
              </h2>
              <SeriesList series={related} />
            </section>
          ) : null}
        </div>
        <div className="grid gap-6 lg:sticky lg:top-8">
          <Outcomes title="What You'll Learn" items={series.whatYouWillLearn} />
          <Card className="no-print grid justify-items-start gap-3">
            <h2 className="text-xl">Workbook</h2>
            <p className="text-sm text-muted">
              A Word document to print or to fill in on the screen. Free, and no registration needed.
            </p>
            <a
              href={href('/training/workbooks/:file', { file: `${series.slug}.docx` })}
              download
              className={buttonClass()}
            >
              Download the workbook (DOCX)
            </a>
          </Card>
          <Card className="grid gap-3">
            <h2 className="text-xl">Expert Bio</h2>
            {expert ? (
              <>
                <p className="text-sm font-semibold">{expert.role}.</p>
                <p className="text-sm text-muted">{expert.bio}</p>
              </>
            ) : (
              <p className="text-sm text-muted">
                No guest has recorded this series yet. Its text, slides and workbook are by our editors.
              </p>
            )}
          </Card>
        </div>
      </div>
    </article>
  );
}
