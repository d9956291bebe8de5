import { href } from 'react-router';
import { findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { entryOf, type ReleaseMode, releaseModes } from '#app/domain/learning/courses/release.ts';
import {
  findRelease,
  opensField,
  releaseSchema,
  saveRelease,
} from '#app/domain/learning/courses/release-schedule.server.ts';
import { openOutline } from '#app/domain/publishing/course-outline.server.ts';
import { saveReleaseOfDraft } from '#app/domain/publishing/draft-release.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { noCourse } from '#app/routes/admin/content/no-course.ts';
import { contentPath, courseAddress } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/release';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

/** A course with its modules in their order: as it is on the site or, while it is not, as it was last saved. One query at most. */
async function courseOf(slug: string) {
  const course = findCourse(slug);
  if (course) return { ...course, isOnSite: true };
  const outline = await openOutline(slug);
  if (!outline) throw noCourse();
  const modules = outline.modules.map(({ id, title }, index) => ({ id, title, number: index + 1 }));
  return { slug, title: outline.title, modules, isOnSite: false };
}

export async function loader({ params, url }: Route.LoaderArgs) {
  const course = await courseOf(params.courseSlug);
  const release = await findRelease(course.slug);
  const saved: ReleaseMode = release?.mode ?? 'any';
  const mode = releaseModes.find((each) => each === url.searchParams.get('mode')) ?? saved;
  return {
    course: { slug: course.slug, title: course.title, isOnSite: course.isOnSite },
    saved,
    mode,
    version: release?.version ?? 0,
    modules: course.modules.map(({ id, title }, index) => {
      const entry = release && mode === saved ? entryOf(release, course.modules, id) : undefined;
      return {
        id,
        title,
        name: opensField(id),
        opens:
          mode === 'weekly' ? String(entry ?? index) : typeof entry === 'string' ? entry.slice(0, 16) : '',
      };
    }),
  };
}

export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const course = await courseOf(params.courseSlug);
  const release = parseForm(form, releaseSchema(course));
  const here = href('/admin/content/courses/:courseSlug/release', { courseSlug: course.slug });
  if (!course.isOnSite) {
    await saveReleaseOfDraft(actorOf(context), course.slug, release);
    return redirectWithFlash(here, 'The release schedule is saved. It applies once you publish the course.');
  }
  await saveRelease(actorOf(context), course.slug, release);
  return redirectWithFlash(
    here,
    'The release schedule is saved. We notify everyone who has started the course.',
  );
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Release schedule')];

const modes: Readonly<Record<ReleaseMode, { label: string; text: string }>> = {
  any: { label: 'In any order', text: 'Every module is open from the start.' },
  in_order: { label: 'One after the other', text: 'A module opens when the one before it is completed.' },
  weekly: {
    label: 'By weeks',
    text: 'Weeks are counted from the moment a learner opens their first lesson of this course, not from when they joined the site. 0 opens a module at once; the first module always does.',
  },
  dates: {
    label: 'On fixed dates',
    text: 'The same dates for everyone, as for a group that starts together. Times here are in UTC; learners see them in their own time zone.',
  },
};

export default function ReleaseSchedule({ loaderData, actionData }: Route.ComponentProps) {
  const { course, modules, mode, saved, version } = loaderData;
  const initial = Object.fromEntries(modules.map(({ name, opens }) => [name, opens]));
  const form = formFields<Record<string, string>>('release', actionData, initial);
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: courseAddress(course.slug), label: course.title },
        ]}
        current="Release schedule"
      />
      <PageHeading title={`Release schedule: ${course.title}`}>
        {course.isOnSite
          ? 'When the modules open for learners.'
          : 'When the modules open for learners, from the moment you publish the course.'}{' '}
        What somebody has opened or completed stays open to them. You see every module: preview the course
        from its outline to see what learners do.
      </PageHeading>
      <FilterLinks
        label="How the modules open"
        links={releaseModes.map((each) => ({
          label: `${modes[each].label}${each === saved ? ' (current)' : ''}`,
          to: `?mode=${each}`,
          isCurrent: each === mode,
        }))}
      />
      <Card>
        <form method="post" noValidate id={form.id} className="grid gap-4">
          <FormErrors id={form.errorId} errors={form.errors} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="mode" value={mode} />
          <h2 className="text-lg">{modes[mode].label}</h2>
          <p className="text-sm text-muted">{modes[mode].text}</p>
          {mode === 'weekly' || mode === 'dates'
            ? modules.map(({ id, title, name }, index) => (
                <div key={`${mode} ${id}`} className="max-w-md">
                  <TextField
                    {...form.field(name)}
                    label={
                      mode === 'weekly'
                        ? `Weeks until module ${index + 1} opens: ${title}`
                        : `Module ${index + 1} opens at (UTC): ${title}`
                    }
                    type={mode === 'weekly' ? 'text' : 'datetime-local'}
                    inputMode={mode === 'weekly' ? 'numeric' : undefined}
                    autoComplete="off"
                  />
                </div>
              ))
            : null}
          <div className="flex flex-wrap gap-3">
            <SubmitButton pendingLabel="Saving...">Save release schedule</SubmitButton>
            {course.isOnSite ? (
              <ButtonLink variant="secondary" to={href('/courses/:courseSlug', { courseSlug: course.slug })}>
                See the course
              </ButtonLink>
            ) : null}
          </div>
        </form>
      </Card>
    </div>
  );
}
