import { type ReportForm, reportSchema } from '#app/domain/talk/community/forms.server.ts';
import { findReportable, reportPost, reportReasons } from '#app/domain/talk/community/reports.server.ts';
import { memberHtml } from '#app/platform/content/member-html.server.ts';
import { idOf } from '#app/routes/community/post-id.ts';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { RadioGroup, TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { MemberText } from '#app/ui/member-text.tsx';
import type { Route } from './+types/report-post';

export async function loader({ params, context }: Route.LoaderArgs) {
  const id = idOf(params.postId);
  try {
    const { body, ...post } = await findReportable(context.get(memberContext), id);
    const reasons = Object.entries(reportReasons).map(([value, label]) => ({ value, label }));
    return { id, ...post, html: await memberHtml(body), reasons };
  } catch (error) {
    return throwAsResponse(error);
  }
}

/** Tells moderators of a post. */
export const action = formAction(async ({ params, context }: Route.ActionArgs, form) => {
  const id = idOf(params.postId);
  const threadId = await reportPost(context.get(memberContext), id, parseForm(form, reportSchema));
  return redirectWithFlash(`/community/threads/${threadId}`, 'Thank you. A moderator will review it.');
});

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Report a post')];

export default function ReportPost({ loaderData, actionData }: Route.ComponentProps) {
  const { id, threadId, title, html, reasons } = loaderData;
  const form = formFields<ReportForm>('report', actionData);
  return (
    <div className="page page-narrow grid grid-cols-1 gap-8 py-8 sm:py-12">
      <header className="grid gap-6">
        <Breadcrumb
          crumbs={[
            { to: '/community', label: 'Community' },
            { to: `/community/threads/${threadId}`, label: title },
          ]}
          current="Report"
        />
        <div className="grid gap-2">
          <h1>Report a post</h1>
          <p className="text-muted">
            A moderator reads your report. We don&apos;t tell the author who sent it.
          </p>
        </div>
      </header>
      <blockquote className="grid grid-cols-1 rounded-card border border-line bg-surface p-4">
        <MemberText html={html} />
      </blockquote>
      <form
        method="post"
        action={`/community/posts/${id}/report`}
        id={form.id}
        className="grid max-w-xl gap-5"
      >
        <FormErrors id={form.errorId} errors={form.errors} />
        <RadioGroup {...form.field('reason')} label="What is wrong with it?" options={reasons} />
        <TextArea {...form.field('note')} label="Anything to add? (optional)" rows={3} maxLength={500} />
        <div>
          <SubmitButton pendingLabel="Sending...">Report it</SubmitButton>
        </div>
      </form>
    </div>
  );
}
