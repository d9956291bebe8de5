import { z } from 'zod';
import {
  type AffiliateImportDetail,
  findAffiliateImport,
} from '#app/domain/operating/affiliate-imports/listing.server.ts';
import {
  discardAffiliateImport,
  type StartAffiliateImportForm,
  startAffiliateImport,
  startAffiliateImportSchema,
  undoAffiliateImport,
} from '#app/domain/operating/affiliate-imports/steps.server.ts';
import { importStateWords } from '#app/domain/operating/imports/state-words.ts';
import { undoableSince } from '#app/domain/operating/imports/steps.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { AffiliateReport } from '#app/routes/admin/commissions/import/report.tsx';
import { DiscardForm } from '#app/routes/admin/imports/discard-form.tsx';
import { FileProgress } from '#app/routes/admin/imports/file-progress.tsx';
import { UndoForm } from '#app/routes/admin/imports/undo-form.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { ReasonField } from '#app/routes/admin/reason-field.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CheckboxField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/import';

export const middleware: Route.MiddlewareFunction[] = [allow('users:import')];

const listPath = '/admin/commissions/import';

export async function loader({ params, context }: Route.LoaderArgs) {
  const file = await findAffiliateImport(params.affiliateImportId);
  if (!file) throw notFound('There is no such import', { to: listPath, label: 'All imports' });
  return {
    file,
    canUndo: file.state === 'imported' && file.importedAt !== null && file.importedAt >= undoableSince(),
    mayStart: may(context, 'roles:change') && may(context, 'money:move'),
  };
}

const intentSchema = z.enum(['start', 'undo', 'discard']);

export const action = formAction(
  async ({ params: { affiliateImportId: importId }, context }: Route.ActionArgs, form) => {
    const actor = actorOf(context);
    const path = `${listPath}/${importId}`;
    switch (readIntent(form, intentSchema)) {
      case 'start':
        await startAffiliateImport(actor, importId, parseForm(form, startAffiliateImportSchema));
        return redirectWithFlash(path, 'The import has started. You can leave this page.');
      case 'undo':
        await undoAffiliateImport(actor, importId);
        return redirectWithFlash(path, 'The import is being undone.');
      case 'discard':
        await discardAffiliateImport(actor, importId);
        return redirectWithFlash(listPath, 'The file is deleted. Nothing was imported.');
    }
  },
);

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Import affiliates')];

export default function AffiliateImport({ loaderData, actionData }: Route.ComponentProps) {
  const { file, canUndo, mayStart } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: '/admin/commissions', label: 'Commissions' },
          { to: listPath, label: 'Import affiliates' },
        ]}
        current={file.fileName}
      />
      <PageHeading title={<bdi className="wrap-anywhere">{file.fileName}</bdi>}>
        {file.kind === 'referrals' ? 'Past referrals' : 'Affiliates'}:{' '}
        {importStateWords(file.state).toLowerCase()}
      </PageHeading>
      {file.state === 'checked' ? null : (
        <FormErrors id="import-error" errors={actionData?.lastResult.error?.['']} />
      )}
      {['importing', 'undoing'].includes(file.state) ? (
        <FileProgress
          state={file.state}
          done={file.done}
          total={file.total}
          path={`${listPath}/${file.id}`}
        />
      ) : null}
      <AffiliateReport file={file} path={`${listPath}/${file.id}`} />
      {file.state === 'checked' && mayStart ? <StartForm file={file} reply={actionData} /> : null}
      {canUndo && mayStart ? <UndoForm words={undoWords(file.kind)} /> : null}
      {file.state === 'checked' ? <DiscardForm /> : null}
    </div>
  );
}

function StartForm({ file, reply }: { file: AffiliateImportDetail; reply: FormReply | undefined }) {
  const form = formFields<StartAffiliateImportForm>('start', reply);
  const count = file.newCount + file.changedCount;
  if (count + file.raisedCount === 0)
    return <p className="text-sm">Everything in this file is here already. There is nothing to import.</p>;
  return (
    <Card className="max-w-3xl">
      <form method="post" noValidate id={form.id} className="grid gap-5">
        <FormErrors id={form.errorId} errors={form.errors} />
        <h2 className="text-xl">Import</h2>
        <p className="text-sm text-muted">
          {file.kind === 'referrals'
            ? 'Whose a customer is stays so for good, for every payment from now on. You can undo the import for 30 days, for customers who have not paid since.'
            : 'Nobody is emailed. Affiliates confirm their PayPal address before they are paid. You can undo the import for 30 days.'}
        </p>
        {file.raisedCount > 0 ? (
          <CheckboxField
            id="start-givesRates"
            name="givesRates"
            errors={form.field('givesRates').errors}
            defaultChecked={form.field('givesRates').defaultValue === 'on'}
            label={`Give ${file.raisedCount.toLocaleString('en-US')} of them the higher rate that the file says`}
          />
        ) : null}
        <ReasonField {...form.field('reason')} required />
        <SubmitButton intent="start" pendingLabel="Starting..." className="justify-self-start">
          {`Import ${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`}
        </SubmitButton>
      </form>
    </Card>
  );
}

const undoWords = (kind: string) =>
  kind === 'referrals'
    ? 'Takes back whose these customers are. Those who have paid since stay their affiliate’s.'
    : 'Takes back codes, rates, roles and opening balances. Affiliates who have referrals, have earned here or were paid the balance stay as they are.';
