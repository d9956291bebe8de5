import { randomUUID } from 'node:crypto';
import { data } from 'react-router';
import {
  apiKeySchema,
  findApiKeys,
  makeApiKey,
  revokeApiKey,
} from '#app/domain/core/api-keys/api-keys.server.ts';
import { affiliateKeysCopy } from '#app/domain/site/site-copy/affiliate-help.server.ts';
import { config } from '#app/platform/config.server.ts';
import { CentreNav } from '#app/routes/affiliate-centre/centre-nav.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { memberContext } from '#app/routes/http/context.server.ts';
import { throwAsResponse } from '#app/routes/http/domain-errors.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import type { FormReply } from '#app/routes/http/form.server.ts';
import { formAction, parseForm } from '#app/routes/http/form-action.server.ts';
import { formFields } from '#app/routes/http/form-fields.ts';
import { SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyField } from '#app/ui/copy-field.tsx';
import { Day } from '#app/ui/day.tsx';
import { TextField } from '#app/ui/field.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { Table } from '#app/ui/table.tsx';
import type { Route } from './+types/keys';

const page = '/affiliate-centre/keys';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    copy: affiliateKeysCopy(),
    keys: await findApiKeys(context.get(memberContext).id),
    formKey: randomUUID(),
    appUrl: config().appUrl,
  };
}

/** What the form that makes a key is answered: errors; or, this once, the key, or that it was shown before. */
type Reply = Partial<FormReply> & { key?: string; isAgain?: boolean };

/** Makes a key and shows it on the page that answers, which nothing keeps; or revokes one. */
export const action = formAction(async ({ context }: Route.ActionArgs, form) => {
  const viewer = context.get(memberContext);
  if (form.get('intent') === 'revoke') {
    await revokeApiKey(viewer, String(form.get('id') ?? '')).catch(throwAsResponse);
    return redirectWithFlash(page, affiliateKeysCopy().revoked);
  }
  const key = await makeApiKey(viewer, parseForm(form, apiKeySchema));
  return data<Reply>(key ? { key } : { isAgain: true });
});

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  pageTitle(matches, loaderData?.copy.title ?? 'Keys for your scripts'),
];

export default function Keys({ loaderData, actionData }: Route.ComponentProps) {
  const { copy, keys, formKey, appUrl } = loaderData;
  const { key, isAgain, lastResult }: Reply = actionData ?? {};
  const form = formFields<{ name: string; formKey: string }>('make-key', lastResult && { lastResult });
  return (
    <div className="page grid grid-cols-1 gap-10 py-8 sm:py-12">
      <div className="grid grid-cols-1 gap-8">
        <CentreNav current="support" />
        <header className="grid max-w-3xl gap-4">
          <h1 className="headline">{copy.title}</h1>
          <p className="text-xl text-muted">{copy.lead}</p>
        </header>
        {key ? (
          <Card className="grid max-w-3xl gap-3">
            <Notice live>{copy.made}</Notice>
            <CopyField
              id="new-key"
              label={copy.label}
              value={key}
              copiedMessage={copy.copied}
              button="Copy key"
            />
          </Card>
        ) : null}
        {isAgain ? (
          <Notice tone="error" live>
            {copy.again}
          </Notice>
        ) : null}
      </div>
      <div className="grid grid-cols-1 gap-10 lg:grid-cols-[24rem_minmax(0,1fr)] lg:items-start lg:gap-16">
        <form method="post" noValidate action={page} id={form.id} className="grid gap-4">
          <FormErrors id={form.errorId} errors={form.errors ?? form.field('formKey').errors} />
          <input type="hidden" name="formKey" value={form.field('formKey').defaultValue ?? formKey} />
          <TextField {...form.field('name')} label={copy.name} hint={copy.hint} required maxLength={60} />
          <SubmitButton pendingLabel={copy.making} className="justify-self-start">
            {copy.button}
          </SubmitButton>
        </form>
        <section aria-labelledby="keys" className="grid grid-cols-1 gap-3">
          <h2 id="keys" className="text-xl">
            {copy.list}
          </h2>
          {keys.length === 0 ? (
            <p className="text-muted">{copy.none}</p>
          ) : (
            <KeyTable copy={copy} keys={keys} />
          )}
        </section>
      </div>
      <section aria-labelledby="how" className="grid grid-cols-1 gap-4">
        <div className="grid max-w-prose gap-1">
          <h2 id="how" className="text-2xl">
            {copy.how.title}
          </h2>
          <p className="text-muted">{copy.how.text}</p>
        </div>
        <ScrollRegion label={copy.how.example} className="rounded-card border border-line bg-sunken">
          <pre className="p-4 text-sm">{`curl -H "Authorization: Bearer mak_..." ${appUrl}/api/affiliate/summary`}</pre>
        </ScrollRegion>
        <dl className="border-t border-line">
          {copy.addresses.map(({ path, text }) => (
            <div key={path} className="grid gap-x-8 border-b border-line py-3 lg:grid-cols-2">
              <dt className="font-mono text-sm wrap-anywhere">{path}</dt>
              <dd className="text-sm text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    </div>
  );
}

function KeyTable({ copy, keys }: Pick<Route.ComponentProps['loaderData'], 'copy' | 'keys'>) {
  const { columns } = copy;
  return (
    <Table
      caption={copy.list}
      head={[columns.name, columns.ends, columns.made, columns.used, columns.revoke]}
    >
      {keys.map(({ id, name, hint, createdAt, lastUsedAt }) => (
        <tr key={id}>
          <td className="min-w-32 wrap-anywhere">
            <bdi>{name}</bdi>
          </td>
          <td className="font-mono">{hint}</td>
          <td className="whitespace-nowrap">
            <Day at={createdAt} />
          </td>
          <td className="whitespace-nowrap">{lastUsedAt ? <Day at={lastUsedAt} /> : copy.never}</td>
          <td>
            <form method="post" action={page}>
              <input type="hidden" name="id" value={id} />
              <SubmitButton
                variant="quiet"
                intent="revoke"
                pendingLabel={copy.revoking}
                aria-label={`${copy.revoke} ${name}`}
              >
                {copy.revoke}
              </SubmitButton>
            </form>
          </td>
        </tr>
      ))}
    </Table>
  );
}
