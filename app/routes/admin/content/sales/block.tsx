import { data, redirect } from 'react-router';
import { z } from 'zod';
import { blockFields, isBlockKind } from '#app/domain/publishing/authoring/block-fields.ts';
import { blockFormSchema } from '#app/domain/publishing/authoring/block-form.server.ts';
import { fieldsOfItem } from '#app/domain/publishing/authoring/item-fields.ts';
import {
  addBlock,
  editBlock,
  openSalesPage,
} from '#app/domain/publishing/authoring/sales-page-editor.server.ts';
import { latestImages } from '#app/domain/publishing/images.server.ts';
import { blockSchema } from '#app/domain/site/sales-pages/blocks.ts';
import { imagesPath } from '#app/platform/content/image-names.ts';
import { actorOf, allow } from '#app/routes/admin/access.server.ts';
import { ItemForm } from '#app/routes/admin/content/list/item-form.tsx';
import { contentPath, salesPageAddress } from '#app/routes/admin/content/piece-address.ts';
import { blockWords } from '#app/routes/admin/content/sales/block-words.ts';
import { PageHeading } from '#app/routes/admin/page-heading.tsx';
import { pageTitle } from '#app/routes/frame/page-head.ts';
import { SalesBlock } from '#app/routes/frame/sales/sales-block.tsx';
import {
  pricesAt,
  type ShownBlock,
  shownBlock,
  shownPrices,
} from '#app/routes/frame/sales/shown-page.server.ts';
import { redirectWithFlash } from '#app/routes/http/flash.server.ts';
import { type FormReply, refusedForm, typedFields } from '#app/routes/http/form.server.ts';
import { parseForm, readIntent } from '#app/routes/http/form-action.server.ts';
import { notFound } from '#app/routes/http/not-found.ts';
import { readForm } from '#app/routes/http/request-body.server.ts';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/block';

export const middleware: Route.MiddlewareFunction[] = [allow('content:edit')];

const noPage = () =>
  notFound('There is no product with a sales page here.', { to: contentPath, label: 'Content' });

/** The pictures that a block can show, the latest first; `current` is one that it shows already. One query. */
async function pictureChoices(current: string | undefined) {
  const choices = (await latestImages()).map(({ name, alt }) => ({
    value: `${imagesPath}${name}`,
    label: alt,
  }));
  const isListed = !current || choices.some(({ value }) => value === current);
  return [
    { value: '', label: choices.length > 0 ? 'Choose a picture' : 'There are no pictures yet' },
    ...(isListed ? [] : [{ value: current, label: 'The picture it shows now' }]),
    ...choices,
  ];
}

export async function loader({ params, url }: Route.LoaderArgs) {
  const page = await openSalesPage(params.productSlug);
  if (!page) throw noPage();
  const { slug, productName, items } = page;
  const key = url.searchParams.get('block');
  const block = items.find((other) => other.key === key);
  const kind = block?.raw.block ?? url.searchParams.get('kind');
  // What was changed meanwhile has another key: its page shows it as it is.
  if (!isBlockKind(kind)) throw redirect(salesPageAddress(slug), 303);
  const fields = block ? fieldsOfItem(blockFields[kind], block.raw) : {};
  const [product, ...others] = pricesAt(slug);
  if (!product) throw noPage();
  return {
    slug,
    productName,
    kind,
    blockKey: block?.key ?? '',
    number: block?.number ?? null,
    count: items.length,
    fields,
    images: kind === 'picture' ? await pictureChoices(fields.image) : [],
    prices: shownPrices(product, [product, ...others]),
  };
}

/** What the form of a block shows after a button that stays on it. */
interface BlockReply extends FormReply {
  preview: ShownBlock | null;
}

const intents = z.enum(['save', 'preview']);

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const intent = readIntent(form, intents);
  const kind = form.get('kind');
  const key = String(form.get('key') ?? '');
  const slug = params.productSlug;
  if (!isBlockKind(kind)) return data('Unknown block', { status: 400 });
  try {
    const block = parseForm(form, blockFormSchema(kind), { disableAutoCoercion: true });
    if (intent === 'preview') {
      const [product, ...others] = pricesAt(slug);
      if (!product) throw noPage();
      return data<BlockReply>({
        lastResult: { initialValue: typedFields(form) },
        preview: shownBlock(
          blockSchema.parse(block),
          'preview-block',
          shownPrices(product, [product, ...others]),
        ),
      });
    }
    const actor = actorOf(context);
    if (key === '') {
      await addBlock(actor, slug, block);
      return await redirectWithFlash(salesPageAddress(slug), 'The block is added to the draft.');
    }
    await editBlock(actor, slug, key, block);
    return await redirectWithFlash(salesPageAddress(slug), 'The block is saved as a draft.');
  } catch (error) {
    const refused = refusedForm(form, error);
    return data<BlockReply>({ ...refused.data, preview: null }, refused.init ?? undefined);
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [pageTitle(matches, 'Edit a block')];

export default function BlockPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, productName, kind, blockKey, number, count, fields, images, prices } = loaderData;
  const reply = actionData as BlockReply | undefined;
  const { label, text } = blockWords[kind];
  // With its kind too: of a block that somebody else has removed, what was typed is shown as a new one.
  const query = `kind=${kind}${number === null ? '' : `&block=${blockKey}`}`;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-5">
      <Breadcrumb
        crumbs={[
          { to: contentPath, label: 'Content' },
          { to: `${contentPath}?kind=sales`, label: 'Sales pages' },
          { to: salesPageAddress(slug), label: productName },
        ]}
        current={number === null ? 'New block' : `Block ${number}`}
      />
      <PageHeading title={number === null ? `New block: ${label}` : `Block ${number} of ${count}: ${label}`}>
        {text}
      </PageHeading>
      <ItemForm
        one="block"
        action={salesPageAddress(slug, `/block?${query}`)}
        cancel={salesPageAddress(slug)}
        kind={{ name: 'kind', value: kind }}
        itemKey={blockKey}
        isNew={number === null}
        itemFields={blockFields[kind]}
        fields={fields}
        choices={kind === 'picture' ? { image: images } : undefined}
        reply={reply}
      />
      {reply?.preview ? (
        <section aria-labelledby="preview" className="grid grid-cols-1 gap-3">
          <h2 id="preview" tabIndex={-1} data-focus className="text-xl">
            Preview
          </h2>
          <div className="overflow-hidden rounded-card border border-line bg-paper">
            <SalesBlock block={reply.preview} prices={prices} priceId={null} />
          </div>
        </section>
      ) : null}
    </div>
  );
}
