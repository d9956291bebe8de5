import { z } from 'zod';
import { readPlaceBy } from '#app/domain/core/values/cursor.ts';
import { listUnknownPaths } from '#app/domain/operating/old-paths/path-hits.server.ts';
import {
  addRedirects,
  deleteRedirect,
  listRedirects,
  type RedirectsForm,
  readRedirectPlace,
  redirectsSchema,
} from '#app/domain/operating/old-paths/redirects.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { RedirectList } from '#app/routes/admin/settings/redirect-list.tsx';
import { UnknownPaths } from '#app/routes/admin/settings/unknown-paths.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { formAction, parseForm, readAction, readIntent } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import type { Route } from './+types/redirects';

export const middleware: Route.MiddlewareFunction[] = [allow('settings:read', 'redirects:change')];

const path = '/admin/settings/redirects';

export async function loader({ url, context }: Route.LoaderArgs) {
  const [list, unknown] = await Promise.all([
    listRedirects(readPlaceBy(url.searchParams, readRedirectPlace)),
    listUnknownPaths(),
  ]);
  const from = readRedirectPlace(url.searchParams.get('from'))?.oldPath;
  return {
    list,
    unknown,
    query: url.search,
    mayChange: may(context, 'redirects:change'),
    initial: from ? { redirects: `${from} ` } : {},
  };
}

const intents = z.enum(['add', 'delete']);
const deleteSchema = z.object({ intent: z.literal('delete'), oldPath: z.string().max(300) });

export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const actor = actorOf(context);
  if (readIntent(form, intents) === 'delete') {
    const isDeleted = await deleteRedirect(
      actor,
      readAction(form, deleteSchema).oldPath.replaceAll('\0', ''),
    );
    return redirectWithFlash(path, isDeleted ? 'The redirect is deleted.' : 'It was deleted already.');
  }
  const count = await addRedirects(actor, parseForm(form, redirectsSchema));
  return redirectWithFlash(path, addedWords(count));
});

function addedWords(count: number): string {
  if (count === 0) return 'These redirects are here already.';
  return count === 1 ? 'The redirect is added.' : `${count.toLocaleString('en-US')} redirects are added.`;
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Redirects')];

export default function Redirects({ loaderData, actionData }: Route.ComponentProps) {
  const { list, unknown, query, mayChange, initial } = loaderData;
  const form = formFields<RedirectsForm>('redirects', actionData, initial);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb crumbs={[{ to: '/admin/settings', label: 'Settings' }]} current="Redirects" />
      <PageHeading title="Redirects">
        Send visitors and search engines from old addresses to the right page here (301). An address that has
        a page on this site always opens that page.
      </PageHeading>
      {mayChange ? (
        <Card className="max-w-3xl">
          <form method="post" action={path} noValidate id={form.id} className="grid gap-4">
            <FormErrors id={form.errorId} errors={form.errors} />
            <TextArea
              {...form.field('redirects')}
              label="Add redirects"
              hint="One on each line: the old path, a space, the new path. For example: /blog/pricing-tips /pricing. Up to 1,000 at a time."
              rows={6}
              required
              spellCheck={false}
              dir="ltr"
            />
            <SubmitButton intent="add" pendingLabel="Adding..." className="justify-self-start">
              Add redirects
            </SubmitButton>
          </form>
        </Card>
      ) : null}
      <RedirectList list={list} path={path} query={query} mayChange={mayChange} />
      <UnknownPaths paths={unknown} path={path} mayChange={mayChange} />
    </div>
  );
}
