import { readPlace } from '#app/domain/core/values/cursor.ts';
import { receiveCourse } from '#app/domain/publishing/exchange/course-import.server.ts';
import { listContentImports } from '#app/domain/publishing/exchange/imports.server.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { nameOfFormat } from '#app/routes/admin/content/exchange/formats.ts';
import { contentImportsPath, contentPath } from '#app/routes/admin/content/piece-address.ts';
import { receiveUpload } from '#app/routes/admin/imports/receive-upload.server.ts';
import { UploadForm } from '#app/routes/admin/imports/upload-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Link } from '#app/ui/link.tsx';
import { ListWays, waysOf } from '#app/ui/list-pagination.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/imports';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

export async function loader({ url }: Route.LoaderArgs) {
  const { rows, ...beside } = await listContentImports(readPlace(url.searchParams));
  return { rows, ways: waysOf(contentImportsPath, url.search, beside) };
}

export const action = ({ request, context }: Route.ActionArgs) =>
  receiveUpload(
    request,
    contentImportsPath,
    (file) => receiveCourse(actorOf(context), file),
    'We read the file. Nothing has been imported yet.',
  );

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import a course')];

export default function ContentImports({ loaderData: { rows, ways }, actionData }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb crumbs={[{ to: contentPath, label: 'Content' }]} current="Import a course" />
      <PageHeading title="Import a course">
        Upload a course from this site or another system. We read it first and show you what can be imported
        and what can’t. What you import is a draft until you publish it.
      </PageHeading>
      <UploadForm
        id="course"
        hint="A zip archive, 50 MB at most: “Export” on the outline of a course, a Common Cartridge (.imscc), or SCORM 1.2."
        accept=".zip,.imscc,application/zip"
        reply={actionData}
      />
      {rows.length > 0 ? (
        <section aria-labelledby="files" className="grid grid-cols-1 gap-3">
          <h2 id="files" className="text-xl">
            Uploaded files
          </h2>
          <DataTable
            caption="Files of questions and courses"
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                label: 'File',
                cell: ({ id, fileName }) => (
                  <Link to={`${contentImportsPath}/${id}`} className="link wrap-anywhere">
                    <bdi>{fileName}</bdi>
                  </Link>
                ),
              },
              { label: 'Kind', cell: ({ format }) => nameOfFormat(format) },
              {
                label: 'State',
                cell: ({ importedAt }) =>
                  importedAt ? (
                    <>
                      Imported <Moment at={importedAt} />
                    </>
                  ) : (
                    'Not imported yet'
                  ),
              },
              { label: 'Uploaded', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              { label: 'By', cell: ({ author }) => <bdi>{author ?? 'Former admin'}</bdi> },
            ]}
          />
          <p className="text-sm text-muted">Files that aren’t imported are deleted after a week.</p>
        </section>
      ) : null}
      <ListWays {...ways} />
    </div>
  );
}
