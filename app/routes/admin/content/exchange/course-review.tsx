import type { CourseResult } from '#app/domain/publishing/exchange/course-import.server.ts';
import type { CourseReview } from '#app/domain/publishing/exchange/course-plan.server.ts';
import { NotImported } from '#app/routes/admin/content/exchange/not-imported.tsx';
import { contentImportsPath, courseAddress } from '#app/routes/admin/content/piece-address.ts';
import { countOf } from '#app/routes/admin/count-of.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Link } from '#app/ui/link.tsx';
import { Notice } from '#app/ui/notice.tsx';

interface Props {
  id: string;
  importedAt: Date | null;
  review: CourseReview;
  result: CourseResult | null;
  reply: FormReply | undefined;
}

const releaseWords = {
  in_order: 'One module after the other',
  weekly: 'By weeks',
  dates: 'On fixed dates',
} as const;

/** What a file that holds a course would bring, or has brought. */
export function CourseReviewed({ id, importedAt, review, result, reply }: Props) {
  const { skipped, parts, pictureCount, fileCount, releaseMode } = review;
  return (
    <>
      {importedAt ? <Imported result={result} /> : <ImportForms id={id} review={review} reply={reply} />}
      <NotImported
        title={`Not imported: ${countOf(skipped.length, 'thing')}`}
        intro="These stay in your file. Add them here by hand if you need them."
        items={skipped}
      />
      <section aria-labelledby="parts" className="grid grid-cols-1 gap-3">
        <h2 id="parts" className="text-xl">
          {importedAt ? 'In the file' : 'Ready to import'}
        </h2>
        <p className="text-sm text-muted">
          {countOf(parts.length, 'part')}, {countOf(pictureCount, 'picture')}, {countOf(fileCount, 'file')} of
          captions and downloads
          {releaseMode ? `, release schedule: ${releaseWords[releaseMode]}` : ''}
        </p>
        <DataTable
          caption="Parts of the course"
          rows={parts}
          keyOf={({ name }) => name}
          columns={[
            { label: 'Part', cell: ({ title }) => <bdi className="wrap-anywhere">{title}</bdi> },
            { label: 'Holds', cell: ({ about }) => about },
          ]}
        />
      </section>
    </>
  );
}

function Imported({ result }: { result: CourseResult | null }) {
  if (!result) return null;
  const { slug, isNew, saved, unchanged, notes } = result;
  return (
    <Card className="grid max-w-3xl grid-cols-1 gap-3">
      <h2 className="text-xl">Imported</h2>
      <p>
        {isNew
          ? `A new course was begun with ${countOf(saved.length, 'part')}.`
          : `${countOf(saved.length, 'part')} of the course changed.`}{' '}
        {unchanged.length > 0 ? `${countOf(unchanged.length, 'part')} said the same already. ` : ''}
        {saved.length > 0 ? 'These are drafts: learners see them once you publish the course.' : ''}
      </p>
      {notes.length > 0 ? (
        <ul className="list-disc border-l-4 border-warn pl-6 text-sm">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <div>
        <ButtonLink to={courseAddress(slug)}>Go to the course</ButtonLink>
      </div>
    </Card>
  );
}

function ImportForms({
  id,
  review,
  reply,
}: {
  id: string;
  review: CourseReview;
  reply: FormReply | undefined;
}) {
  const { slug, existing } = review;
  const form = formFields<{ slug: string }>('import', reply, { slug: existing ? '' : slug });
  return (
    <Card className="max-w-3xl">
      <form
        method="post"
        action={`${contentImportsPath}/${id}`}
        noValidate
        id={form.id}
        className="grid grid-cols-1 gap-5"
      >
        <h2 className="text-xl">Import</h2>
        {existing ? (
          <Notice tone="info">
            There is a course at /courses/{existing.slug} already:{' '}
            <Link to={courseAddress(existing.slug)} className="link">
              <bdi>{existing.title}</bdi>
            </Link>
            . Give the new one another short name, or import the file as a new version of that course.
          </Notice>
        ) : null}
        <TextField
          {...form.field('slug')}
          label="Short name of the new course"
          hint="The end of its address, such as first-steps. You can't change it later."
          required
          maxLength={60}
          autoComplete="off"
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton intent="import" pendingLabel="Importing...">
            Import as a new course
          </SubmitButton>
          {existing ? (
            <SubmitButton intent="version" variant="secondary" pendingLabel="Importing...">
              {`Import as a new version of /courses/${existing.slug}`}
            </SubmitButton>
          ) : null}
          <SubmitButton intent="discard" variant="secondary" pendingLabel="Deleting...">
            Delete this file
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
