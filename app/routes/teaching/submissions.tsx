import { href } from 'react-router';
import { readPlace } from '#app/domain/core/values/cursor.ts';
import {
  listSubmissions,
  readSubmissionFilter,
} from '#app/domain/learning/assignments/submissions.server.ts';
import { assignmentStates } from '#app/domain/learning/courses/assignment.ts';
import { courses, findCourse } from '#app/domain/learning/courses/catalogue.server.ts';
import { assignmentStateLabel } from '#app/routes/frame/assignment-state.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { teachingScope } from '#app/routes/teaching/teaching-scope.server.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { FilterLinks } from '#app/ui/filter-links.tsx';
import { Link } from '#app/ui/link.tsx';
import { Filtered, ListFilter } from '#app/ui/list-filter.tsx';
import { firstPage, ListWays, waysOf, withQuery } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/submissions';

const path = '/teaching';

/** What learners have handed in, for who may answer it. Two queries. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const scope = await teachingScope(context);
  const filter = readSubmissionFilter(url.searchParams);
  const { rows, ...beside } = await listSubmissions(scope, filter, readPlace(url.searchParams));
  return {
    filter,
    search: url.search,
    rows: rows.map((row) => {
      const course = findCourse(row.courseId);
      return {
        ...row,
        course: course?.title ?? row.courseId,
        module: course?.modules.find(({ id }) => id === row.moduleId)?.title ?? null,
      };
    }),
    courses: [...courses().values()]
      .filter(({ slug, modules }) =>
        scope === 'all' ? modules.some(({ assignment }) => assignment !== null) : scope.includes(slug),
      )
      .map(({ slug, title }) => ({ slug, title })),
    ways: waysOf(path, url.search, beside),
  };
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Assignments')];

type Loaded = Route.ComponentProps['loaderData'];

export default function Submissions({ loaderData }: Route.ComponentProps) {
  const { rows, filter, search, ways } = loaderData;
  return (
    <div className="page grid grid-cols-1 gap-6 py-8 sm:py-12">
      <header className="grid gap-2">
        <h1>Assignments</h1>
        <p className="text-muted">
          What learners have handed in. Those that wait are sorted by longest wait, all others by latest.
        </p>
      </header>
      <Filtered id="assignments-views">
        <FilterLinks
          label="Which assignments"
          links={assignmentStates.map((state) => ({
            to: withQuery(path, search, { state, ...firstPage }),
            label: assignmentStateLabel(state),
            isCurrent: filter.state === state,
          }))}
        />
      </Filtered>
      <Courses {...loaderData} />
      <Filtered id="assignments-list">
        {rows.length === 0 ? (
          <EmptyState
            title={filter.state === 'waiting' ? 'Nothing is waiting for an answer' : 'No assignments here'}
          >
            {filter.state === 'waiting'
              ? 'We list it among your notifications when a learner hands something in.'
              : 'Try another view or course.'}
          </EmptyState>
        ) : (
          <DataTable
            caption={`Assignments: ${assignmentStateLabel(filter.state)}`}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                label: 'Assignment',
                cell: ({ id, title }) => (
                  <Link
                    to={href('/teaching/:submissionId', { submissionId: id })}
                    className="link wrap-anywhere"
                  >
                    <bdi>{title}</bdi>
                  </Link>
                ),
              },
              { label: 'Learner', cell: ({ learner }) => <bdi className="wrap-anywhere">{learner}</bdi> },
              { label: 'Course', cell: ({ course, module }) => (module ? `${course}: ${module}` : course) },
              { label: 'Version', isFigure: true, cell: ({ version }) => version },
              { label: 'Handed in', cell: ({ handedInAt }) => <Moment at={handedInAt} /> },
            ]}
          />
        )}
        <ListWays {...ways} />
      </Filtered>
    </div>
  );
}

function Courses({ filter, courses: listed }: Pick<Loaded, 'filter' | 'courses'>) {
  if (listed.length < 2) return null;
  return (
    <ListFilter>
      <form
        action={path}
        className="grid items-end gap-3 sm:grid-cols-[minmax(0,24rem)_auto] sm:justify-start"
      >
        {filter.state === 'waiting' ? null : <input type="hidden" name="state" value={filter.state} />}
        <SelectField id="assignments-course" name="course" label="Course" defaultValue={filter.course ?? ''}>
          <option value="">Every course</option>
          {listed.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </SelectField>
        <SubmitButton variant="secondary" pendingLabel="Showing...">
          Show
        </SubmitButton>
      </form>
    </ListFilter>
  );
}
