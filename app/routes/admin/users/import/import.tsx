import { z } from 'zod';
import { isImportField } from '#app/domain/operating/imports/fields.ts';
import { findImport, type ImportDetail } from '#app/domain/operating/imports/listing.server.ts';
import { maxColumns } from '#app/domain/operating/imports/records.ts';
import { importStateWords } from '#app/domain/operating/imports/state-words.ts';
import {
  discardImport,
  mapColumns,
  startImport,
  startImportSchema,
  undoableSince,
  undoImport,
} from '#app/domain/operating/imports/steps.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { DiscardForm } from '#app/routes/admin/imports/discard-form.tsx';
import { FileProgress } from '#app/routes/admin/imports/file-progress.tsx';
import { UndoForm } from '#app/routes/admin/imports/undo-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ChooseColumns } from '#app/routes/admin/users/import/choose-columns.tsx';
import { ImportReport } from '#app/routes/admin/users/import/report.tsx';
import { StartForm } from '#app/routes/admin/users/import/step-forms.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { parseForm, readIntent, refuseInForm } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import type { Route } from './+types/import';

export const middleware: Route.MiddlewareFunction[] = [allow('users:import')];

const listPath = '/admin/users/import';

export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await findImport(params.importId);
  if (!file) throw notFound('There is no such import', { to: listPath, label: 'All imports' });
  return {
    file,
    canUndo: file.state === 'imported' && file.importedAt !== null && file.importedAt >= undoableSince(),
    mayGiveRoles: may(context, 'roles:change'),
  };
}

const intentSchema = z.enum(['map', 'start', 'undo', 'discard']);

/** Which field each column is, as it was chosen. */
const mappingOf = (form: FormData, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const field = form.get(`column${index}`);
    return isImportField(field) ? field : null;
  });

export async function action({ request, params: { importId }, context }: Route.ActionArgs) {
  // A field for each column.
  const form = await readForm(request, maxColumns + 10);
  const intent = readIntent(form, intentSchema);
  const actor = actorOf(context);
  const path = `${listPath}/${importId}`;
  return refuseInForm(form, async () => {
    switch (intent) {
      case 'map': {
        const file = await findImport(importId);
        await mapColumns(actor, importId, mappingOf(form, file?.columns.length ?? 0));
        return redirectWithFlash(path, 'The file is being checked. Nobody is imported yet.');
      }
      case 'start':
        await startImport(actor, importId, parseForm(form, startImportSchema));
        return redirectWithFlash(path, 'The import has started. You can leave this page.');
      case 'undo':
        await undoImport(actor, importId);
        return redirectWithFlash(path, 'The import is being undone.');
      case 'discard':
        await discardImport(actor, importId);
        return redirectWithFlash(listPath, 'The file is deleted. Nobody was imported.');
    }
  });
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import people')];

export default function Import({ loaderData, actionData }: Route.ComponentProps) {
  const { file, canUndo, mayGiveRoles } = loaderData;
  const isWaiting = ['mapping', 'checking', 'checked', 'failed'].includes(file.state);
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/users', label: 'Users' },
          { to: listPath, label: 'Import people' },
        ]}
        current={file.fileName}
      />
      <PageHeading title={<bdi className="wrap-anywhere">{file.fileName}</bdi>}>
        {importStateWords(file.state)}
        {file.source ? `, recognized as: ${file.source}` : ''}
      </PageHeading>
      <FormErrors id="import-error" errors={actionData?.lastResult.error?.['']} />
      {file.problem ? <Notice tone="error">{file.problem} Nobody was imported.</Notice> : null}
      <Progress file={file} />
      {file.state === 'mapping' ? <ChooseColumns file={file} reply={actionData} /> : null}
      {['checked', 'importing', 'imported', 'undoing', 'undone'].includes(file.state) ? (
        <ImportReport file={file} path={`${listPath}/${file.id}`} />
      ) : null}
      {file.state === 'checked' ? (
        <StartForm file={file} mayGiveRoles={mayGiveRoles} reply={actionData} />
      ) : null}
      {canUndo ? <UndoForm words={undoWords} /> : null}
      {isWaiting ? <DiscardForm /> : null}
    </div>
  );
}

const undoWords =
  'Deletes the accounts that this import made and nobody has used since, and empties what it filled in. People who have signed in, bought or written something stay, as do roles and rates of people who were here before.';

function Progress({ file }: { file: ImportDetail }) {
  const { state } = file;
  if (!['checking', 'importing', 'undoing'].includes(state)) return null;
  const path = `${listPath}/${file.id}`;
  if (state !== 'checking')
    return <FileProgress state={state} done={file.done} total={file.total} path={path} />;
  const more = `, ${Math.max(0, file.rowCount - 1).toLocaleString('en-US')} rows read`;
  return <FileProgress state={state} done={file.position} total={file.byteCount} path={path} more={more} />;
}
