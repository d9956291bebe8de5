import { href } from 'react-router';
import { z } from 'zod';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import {
  appointInstructor,
  dismissInstructor,
  instructorSchema,
  listInstructors,
} from '#app/domain/learning/assignments/instructors.server.ts';
import { courses, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { actorOf, allow, confirmFirst } from '#app/routes/admin/access.server.ts';
import { contentPath } from '#app/routes/admin/content/piece-address.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/instructors';

export const middleware: Route.MiddlewareFunction[] = [allow('assignments:appoint')];

/** Who may answer assignments without being an admin. One query. */
export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...beside } = await listInstructors(readPlace(url.searchParams));
  return {
    rows: rows.map((row) => ({
      ...row,
      course: row.courseId === null ? null : (findCourse(row.courseId)?.title ?? row.courseId),
    })),
    courses: [...courses().values()].map(({ slug, title }) => ({ slug, title })),
    ways: waysOf(url.pathname, url.search, beside),
  };
}

const intents = z.enum(['add', 'remove']);
const removal = z.object({ userId: z.uuid(), course: z.string().max(60).default('') });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const here = href('/admin/content/instructors');
  const actor = actorOf(context);
  if (readIntent(form, intents) === 'remove') {
    const { userId, course } = readAction(form, removal);
    try {
      await dismissInstructor(actor, userId, course || null);
    } catch (error) {
      return confirmFirst(error, here);
    }
    return redirectWithFlash(here, 'Removed. What they have answered stays.');
  }
  await appointInstructor(actor, parseForm(form, instructorSchema));
  return redirectWithFlash(here, 'Added. They get an email with the link to the assignments.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Instructors')];

export default function Instructors({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, courses: listed, ways } = loaderData;
  const form = formFields<z.output<typeof instructorSchema>>('instructor', actionData);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb crumbs={[{ to: contentPath, label: 'Content' }]} current="Instructors" />
      <PageHeading
        title="Instructors"
        actions={
          <ButtonLink variant="secondary" to="/teaching">
            Assignments
          </ButtonLink>
        }
      >
        Instructors read and answer what learners hand in, and nothing else of the admin area. Managers and
        owners can too.
      </PageHeading>
      <Card>
        <form
          method="post"
          id={form.id}
          noValidate
          className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2"
        >
          <div className="sm:col-span-2 empty:hidden">
            <FormErrors id={form.errorId} errors={form.errors} />
          </div>
          <TextField
            {...form.field('email')}
            type="email"
            label="Email address of their account"
            required
            maxLength={254}
            autoComplete="off"
          />
          <SelectField {...form.field('course')} label="Course">
            <option value="">Every course</option>
            {listed.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </SelectField>
          <SubmitButton intent="add" pendingLabel="Adding..." className="justify-self-start">
            Add instructor
          </SubmitButton>
        </form>
      </Card>
      {rows.length === 0 ? (
        <EmptyState title="No instructors yet">
          Managers and owners answer assignments until you add one.
        </EmptyState>
      ) : (
        <DataTable
          caption="Instructors"
          rows={rows}
          keyOf={({ userId, courseId }) => `${userId} ${courseId}`}
          columns={[
            {
              label: 'Person',
              cell: ({ userId, name, email, isActive }) => (
                <>
                  <Link to={href('/admin/users/:userId', { userId })} className="link wrap-anywhere">
                    <bdi>{name || email}</bdi>
                  </Link>
                  {name ? (
                    <span className="block text-xs font-normal wrap-anywhere text-muted">{email}</span>
                  ) : null}
                  {isActive ? null : <Badge tone="warn">Deactivated</Badge>}
                </>
              ),
            },
            { label: 'Course', cell: ({ course }) => course ?? 'Every course' },
            { label: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
            {
              label: 'Remove',
              isHidden: true,
              cell: ({ userId, courseId, name, email }) => (
                <form method="post">
                  <input type="hidden" name="userId" value={userId} />
                  <input type="hidden" name="course" value={courseId ?? ''} />
                  <SubmitButton
                    intent="remove"
                    variant="secondary"
                    pendingLabel="Removing..."
                    aria-label={`Remove ${name || email}`}
                  >
                    Remove
                  </SubmitButton>
                </form>
              ),
            },
          ]}
        />
      )}
      <ListWays {...ways} />
    </div>
  );
}
