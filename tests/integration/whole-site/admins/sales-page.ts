import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { newProductSchema } from '#app/domain/operating/products/product-forms.ts';
import {
  beginSalesPage,
  moveBlock,
  openSalesPage,
} from '#app/domain/publishing/authoring/sales-page-editor.server.ts';
import { owner } from '#tests/integration/whole-site/admins/owner.ts';
import type { FormCase, FormTable } from '#tests/integration/whole-site/twice.ts';

const slug = 'page-of-blocks';
const page = `/admin/content/sales-pages/${slug}`;

let soldProduct: Promise<string> | undefined;

async function addSoldProduct(): Promise<string> {
  return addProduct(
    (await owner()).actor,
    newProductSchema.parse({
      address: slug,
      name: 'Page of blocks',
      noun: 'page of blocks',
      kind: 'selection',
      guides: 'on',
      commission: 'nobody',
      amount: '30',
      interval: 'once',
      reason: 'For the tests',
    }),
  );
}

/** The page of a product with a draft of three blocks. */
async function openDraft() {
  soldProduct ??= addSoldProduct();
  await soldProduct;
  const { actor } = await owner();
  const before = await openSalesPage(slug);
  if (before?.items.length === 0) await beginSalesPage(actor, slug, before.seen);
  const draft = await openSalesPage(slug);
  if (draft?.state === 'published')
    for (const by of [1, -1] as const) {
      const { items } = (await openSalesPage(slug)) ?? { items: [] };
      const number = by === 1 ? 2 : 3;
      await moveBlock(actor, slug, { key: items[number - 1]?.key ?? '', number, by });
    }
}

const building =
  (intent: string, pick: Record<string, string> = {}) =>
  async (): Promise<FormCase> => {
    const { as } = await owner();
    await openDraft();
    return { as, page, pick: { intent, ...pick } };
  };

const writingBlock = (intent: string) => async (): Promise<FormCase> => {
  await openDraft();
  return {
    as: (await owner()).as,
    page: `${page}/block?kind=list`,
    pick: { intent },
    type: { title: 'What you get', items: 'One\nTwo' },
  };
};

/** What the team does with a sales page. */
export const salesPageForms: FormTable = {
  '/admin/content/sales-pages/:productSlug': {
    begin: async () => {
      soldProduct ??= addSoldProduct();
      await soldProduct;
      return { as: (await owner()).as, page, pick: { intent: 'begin' } };
    },
    check: building('check'),
    publish: building('publish'),
    down: building('down', { number: '2' }),
    remove: building('remove', { number: '2' }),
    discard: building('discard'),
  },
  '/admin/content/sales-pages/:productSlug/block': {
    save: writingBlock('save'),
    preview: writingBlock('preview'),
  },
};
