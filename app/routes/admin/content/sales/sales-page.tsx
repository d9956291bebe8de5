import { z } from 'zod';
import {
  beginSalesPage,
  checkSalesPage,
  discardSalesPage,
  moveBlock,
  openSalesPage,
  publishSalesPage,
  removeBlock,
} from '#app/domain/publishing/authoring/sales-page-editor.server.ts';
import { actorOf, allow, may } from '#app/routes/admin/access.server.ts';
import { Problems } from '#app/routes/admin/content/course/part-line.tsx';
import { ItemButtons } from '#app/routes/admin/content/list/item-buttons.tsx';
import {
  actOnList,
  type ListReply,
  listIntents,
  refusedInList,
  seenIn,
} from '#app/routes/admin/content/list/list-action.server.ts';
import { AddItem, FileLinks, ListState, UnreadableFile } from '#app/routes/admin/content/list/list-parts.tsx';
import { problemsByNumber } from '#app/routes/admin/content/list/problems-by-number.ts';
import { ListPublishPanel } from '#app/routes/admin/content/list/publish-panel.tsx';
import { contentPath, pieceAddress, salesPageAddress } from '#app/routes/admin/content/piece-address.ts';
import { blockWords } from '#app/routes/admin/content/sales/block-words.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { readIntent } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { FormErrors } from '#app/ui/form-errors.tsx';
import { Link } from '#app/ui/link.tsx';
import type { Route } from './+types/sales-page';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

export async function loader({ params, context }: Route.LoaderArgs) {
  const page = await openSalesPage(params.productSlug);
  if (!page)
    throw notFound('There is no product with a sales page here.', { to: contentPath, label: 'Content' });
  const { text: _, ...shown } = page;
  return { ...shown, mayArchive: page.isOnSite && may(context, 'content:archive') };
}

const intents = z.enum([...listIntents, 'begin']);

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = readIntent(form, intents);
  const actor = actorOf(context);
  const slug = params.productSlug;
  const here = salesPageAddress(slug);
  try {
    if (intent === 'begin') {
      await beginSalesPage(actor, slug, seenIn(form));
      return await redirectWithFlash(
        here,
        'The page is begun as a draft. Visitors still see the page as it was.',
      );
    }
    return await actOnList(intent, form, {
      here,
      one: 'block',
      whole: 'page',
      move: (move) => moveBlock(actor, slug, move),
      remove: (key) => removeBlock(actor, slug, key),
      check: () => checkSalesPage(slug),
      publish: (seen) => publishSalesPage(actor, slug, seen),
      async discard(seen) {
        await discardSalesPage(actor, slug, seen);
        return here;
      },
    });
  } catch (error) {
    return refusedInList(intent, form, error);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit a sales page')];

export default function SalesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, productKey, productName, path, state, seen, problem, items, isOnSite, mayArchive } =
    loaderData;
  const reply: ListReply | undefined = actionData;
  const problems = reply?.problems ? problemsByNumber(reply.problems) : null;
  const here = salesPageAddress(slug);
  return (
    <div className="grid grid-cols-1 gap-6">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: `${contentPath}?kind=sales`, label: 'Sales pages' },
        ]}
        current={productName}
      />
      <PageHeading
        title={`Sales page: ${productName}`}
        actions={
          <>
            {isOnSite ? (
              <ButtonLink variant="secondary" to={`/products/${slug}`} reloadDocument>
                See its page
              </ButtonLink>
            ) : null}
            <ButtonLink variant="secondary" to={`/admin/products/${productKey}`}>
              Product
            </ButtonLink>
            {state === 'none' ? null : <FileLinks file={path} />}
          </>
        }
      >
        The page at <span className="wrap-anywhere">/products/{slug}</span>, built from blocks. Changes are
        drafts until you publish them.
      </PageHeading>
      <ListState state={state} count={items.length} noun="block" />
      {problem === null ? null : (
        <UnreadableFile file={path} title="The file can't be read as blocks." problem={problem} />
      )}
      {reply && !reply.problems ? (
        <FormErrors id="page-error" errors={reply.lastResult.error?.[''] ?? undefined} />
      ) : null}
      {problem === null && state !== 'none' ? (
        <ListPublishPanel
          outline={null}
          reader="visitor"
          action={here}
          whole="page"
          state={state}
          seen={seen}
          needs={[]}
          problems={reply?.problems ?? null}
          ofWhole={problems?.get(0) ?? []}
          previewAddress={items.length > 0 ? pieceAddress(path, 'preview') : null}
        />
      ) : null}
      {problem === null && items.length === 0 ? (
        <Card className="grid justify-items-start gap-3">
          <h2 className="text-xl">Begin with the product’s words</h2>
          <p className="text-sm text-muted">
            You get a headline, its text, what it unlocks and a price box, as a draft. Then edit them one by
            one. Until you publish, visitors see the product’s tagline and text.
          </p>
          <form method="post" action={here}>
            <input type="hidden" name="seen" value={seen} />
            <SubmitButton intent="begin" pendingLabel="Beginning...">
              Begin the page
            </SubmitButton>
          </form>
        </Card>
      ) : null}
      {problem === null ? (
        <section aria-labelledby="blocks" className="grid grid-cols-1 gap-4">
          <h2 id="blocks" className="text-xl">
            Blocks
          </h2>
          {items.length === 0 ? (
            <p className="text-muted">No blocks yet. Begin with the product’s words, or add one below.</p>
          ) : (
            <ol className="grid grid-cols-1 gap-4">
              {items.map((block) => (
                <BlockCard
                  key={`${block.number}-${block.key}`}
                  here={here}
                  block={block}
                  count={items.length}
                  problems={problems?.get(block.number) ?? []}
                />
              ))}
            </ol>
          )}
          <AddItem
            title="Add a block"
            columns="sm:grid-cols-2 lg:grid-cols-3"
            kinds={Object.entries(blockWords).map(([kind, words]) => ({
              to: salesPageAddress(slug, `/block?kind=${kind}`),
              ...words,
            }))}
          />
        </section>
      ) : null}
      {mayArchive ? (
        <p className="text-sm">
          <Link to={`${contentPath}/archive?file=${path}`} className="link inline-flex min-h-11 items-center">
            Go back to the simple page without blocks
          </Link>
        </p>
      ) : null}
    </div>
  );
}

interface ListedBlock {
  key: string;
  number: number;
  raw: Readonly<Record<string, unknown>>;
  isReadable: boolean;
}

/** The first words of a block, by which its author knows it again. */
function summaryOf({ title, text, name, alt }: ListedBlock['raw']): string {
  const words = [title, name, text, alt].find((value) => typeof value === 'string' && value !== '');
  const summary = String(words ?? '').replace(/\s+/g, ' ');
  return summary.length > 160 ? `${summary.slice(0, 160)}…` : summary;
}

function BlockCard({
  here,
  block,
  count,
  problems,
}: {
  here: string;
  block: ListedBlock;
  count: number;
  problems: readonly string[];
}) {
  const { key, number, raw, isReadable } = block;
  const words = blockWords[raw.block as keyof typeof blockWords] as { label: string } | undefined;
  const summary = summaryOf(raw);
  return (
    <li id={`block-${number}`} className="scroll-mt-4">
      <Card className="grid grid-cols-1 gap-3 p-4! sm:p-5!">
        <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
          Block {number}
          <Badge>{words?.label ?? 'Unknown block'}</Badge>
          {isReadable ? null : <Badge tone="warn">Not complete</Badge>}
        </h3>
        {summary ? <p className="text-sm wrap-anywhere text-muted">{summary}</p> : null}
        <Problems problems={problems} />
        <ItemButtons
          action={here}
          edit={words ? `${here}/block?block=${key}` : null}
          one="block"
          itemKey={key}
          number={number}
          count={count}
        />
      </Card>
    </li>
  );
}
