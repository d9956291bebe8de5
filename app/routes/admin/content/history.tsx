import { data } from 'react-router';
import { z } from 'zod';
import { type Block, differencesOf } from '#app/domain/publishing/differences.ts';
import { permissionFor, restoreVersion, Unpublishable } from '#app/domain/publishing/publish.server.ts';
import { openHistory, textsOf, type VersionSummary } from '#app/domain/publishing/versions.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { Differences } from '#app/routes/admin/content/differences.tsx';
import { contentPath, pieceAddress } from '#app/routes/admin/content/piece-address.ts';
import { ProblemList } from '#app/routes/admin/content/problem-list.tsx';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { refusedForm } from '#app/routes/http/form.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { SubmitButton } from '#app/ui/button.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import { Moment } from '#app/ui/moment.tsx';
import type { Route } from './+types/history';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const number = z.coerce.number().int().min(0).max(1_000_000);
const numberIn = (query: URLSearchParams, name: string) => {
  const read = number.safeParse(query.get(name) ?? undefined);
  return read.success ? read.data : null;
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const file = url.searchParams.get('file') ?? '';
  const history = await openHistory(file);
  if (!history) throw notFound('There is no such piece', { to: contentPath, label: 'Content' });
  const { shelf, versions, ...piece } = history;
  const shown = numberIn(url.searchParams, 'version');
  let compared: { from: number; to: number; blocks: Block[] } | null = null;
  if (shown !== null) {
    const from = numberIn(url.searchParams, 'with') ?? Math.max(0, shown - 1);
    const texts = await textsOf(file, [from, shown]);
    const [before, after] = [texts.get(from), texts.get(shown)];
    if (before !== undefined && after !== undefined)
      compared = { from, to: shown, blocks: differencesOf(before, after) };
  }
  return {
    piece: { ...piece, path: file },
    kind: { id: shelf.id, label: shelf.label },
    versions,
    compared,
    mayRestore: may(context, permissionFor(file)),
  };
}

const schema = z.object({ version: number, seen: number });

export async function action({ request, url, context }: Route.ActionArgs) {
  const path = url.searchParams.get('file') ?? '';
  const form = await readForm(request);
  const asked = schema.safeParse(Object.fromEntries(form));
  if (!asked.success) throw notFound('There is no such version', { to: contentPath, label: 'Content' });
  try {
    await restoreVersion(actorOf(context), { path, seen: asked.data.seen, number: asked.data.version });
    return redirectWithFlash(pieceAddress(path), 'It is restored and published.');
  } catch (error) {
    const refused = refusedForm(form, error);
    const problems = error instanceof Unpublishable ? error.problems : [];
    return data({ ...refused.data, problems }, refused.init ?? undefined);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'History of a piece')];

export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const { piece, kind, versions, compared, mayRestore } = loaderData;
  const { path, title, seen, hasFile, isEdited } = piece;
  const restore = (version: number, label: string) =>
    mayRestore ? (
      <form method="post" action={pieceAddress(path, 'history')}>
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="version" value={version} />
        <SubmitButton variant="secondary" pendingLabel="Restoring...">
          {label}
        </SubmitButton>
      </form>
    ) : null;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: `${contentPath}?kind=${kind.id}`, label: kind.label },
          { to: pieceAddress(path), label: title },
        ]}
        current="History"
      />
      <PageHeading title="History" actions={hasFile && isEdited ? restore(0, 'Back to the file') : null}>
        {path}.
      </PageHeading>
      <FormErrors id="history-error" errors={actionData?.lastResult.error?.['']} />
      {actionData && actionData.problems.length > 0 ? <ProblemList problems={actionData.problems} /> : null}
      {compared ? <Differences {...compared} /> : null}
      {versions.length === 0 ? (
        <p className="text-sm text-muted">Nobody has edited this piece here: it is as in its file.</p>
      ) : (
        <DataTable
          caption="Versions"
          rows={versions}
          keyOf={(version) => version.number}
          columns={[
            { label: 'Version', isFigure: true, cell: (version) => version.number },
            {
              label: 'State',
              cell: (version) => (
                <span>
                  <Badge tone={version.state === 'published' ? 'good' : 'neutral'}>{nameOf(version)}</Badge>
                </span>
              ),
            },
            { label: 'Saved', cell: (version) => <Moment at={version.createdAt} /> },
            { label: 'By', cell: (version) => version.author?.name ?? '' },
            { label: 'What has changed', cell: (version) => version.note ?? '' },
            {
              label: 'What can be done',
              isHidden: true,
              cell: (version) => (
                <span className="flex flex-wrap items-center gap-3">
                  <Link
                    to={`${pieceAddress(path, 'history')}&version=${version.number}`}
                    className="link inline-flex min-h-9 items-center"
                  >
                    Differences<span className="sr-only"> of version {version.number}</span>
                  </Link>
                  {version.kind !== 'archived' && version.state === 'past'
                    ? restore(version.number, `Restore ${version.number}`)
                    : null}
                </span>
              ),
            },
          ]}
        />
      )}
    </div>
  );
}

function nameOf({ state, kind, publishedAt }: VersionSummary): string {
  if (state === 'draft') return 'Draft';
  if (state === 'scheduled') return 'Scheduled';
  const what = kind === 'archived' ? 'Archived' : kind === 'file' ? 'Back to the file' : 'Published';
  if (state === 'published') return what;
  return publishedAt ? `${what}, until the next` : 'Draft, never published';
}
