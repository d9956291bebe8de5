import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addProduct } from '#app/domain/operating/products/change-products.server.ts';
import { newProductSchema } from '#app/domain/operating/products/product-forms.ts';
import {
  addBlock,
  beginSalesPage,
  checkSalesPage,
  discardSalesPage,
  editBlock,
  moveBlock,
  openSalesPage,
  publishSalesPage,
  removeBlock,
} from '#app/domain/publishing/authoring/sales-page-editor.server.ts';
import { connectSite } from '#app/domain/publishing/content-sync.server.ts';
import { archivePiece, restoreVersion } from '#app/domain/publishing/publish.server.ts';
import { findSalesPage, salesPageFile } from '#app/domain/site/sales-pages/sales-pages.server.ts';
import { publicPages } from '#app/domain/site/site-copy/public-pages.server.ts';
import { setOverrides } from '#app/platform/content/files.server.ts';
import { prisma } from '#app/platform/database/client.server.ts';
import { stopHearing } from '#app/platform/runtime/broadcast.server.ts';
import { startWorker } from '#app/program/worker.server.ts';
import { pagesOfRoutes } from '#tests/content/pages-of-routes.ts';
import { newActor } from '#tests/integration/admins.ts';
import { statementsOf } from '#tests/integration/statements.ts';

let owner: Awaited<ReturnType<typeof newActor>>['actor'];
let support: typeof owner;

beforeAll(async () => {
  connectSite({ findPage: await pagesOfRoutes(), hasPage: () => true });
  await startWorker(false);
  owner = (await newActor('owner')).actor;
  support = (await newActor('support')).actor;
});
afterEach(async () => {
  await prisma().contentVersion.deleteMany();
  setOverrides(new Map());
});
afterAll(stopHearing);

/** A product with a tagline, a text and a course; the end of its address. */
async function newSlug(): Promise<string> {
  const address = `sold-${randomUUID().slice(0, 8)}`;
  await addProduct(
    owner,
    newProductSchema.parse({
      address,
      name: 'SEO bundle',
      noun: 'SEO bundle',
      kind: 'selection',
      courses: 'seo',
      commission: 'nobody',
      tagline: 'Be found.',
      description: '## How\n\nStep by step.',
      amount: '49',
      interval: 'once',
      reason: 'For the tests',
    }),
  );
  return address;
}

const kindsOf = async (slug: string) => (await openSalesPage(slug))?.items.map(({ raw }) => raw.block);
const seenOf = async (slug: string) => (await openSalesPage(slug))?.seen ?? -1;

describe('a sales page of blocks', () => {
  it('begins with the words of its product, once, and is published as its author has seen it', async () => {
    const slug = await newSlug();
    expect(await openSalesPage(slug)).toMatchObject({ state: 'none', items: [], seen: 0 });
    for (const _ of [1, 2]) await beginSalesPage(owner, slug, 0);
    expect(await kindsOf(slug)).toEqual(['headline', 'text', 'list', 'price']);
    expect(findSalesPage(slug)).toBeNull();
    await expect(publishSalesPage(owner, slug, 0)).rejects.toMatchObject({ kind: 'conflict' });
    await publishSalesPage(owner, slug, await seenOf(slug));
    expect(findSalesPage(slug)?.blocks[0]).toMatchObject({ title: 'SEO bundle', text: 'Be found.' });
    expect(publicPages().get(`/products/${slug}`)).toMatchObject({ title: 'SEO bundle' });
    expect((await statementsOf(() => openSalesPage(slug))).length).toBeLessThanOrEqual(3);
  });

  it('is changed as a draft, restored from its history, and taken away again', async () => {
    const slug = await newSlug();
    await beginSalesPage(owner, slug, 0);
    await publishSalesPage(owner, slug, await seenOf(slug));
    const first = await seenOf(slug);
    const question = {
      block: 'questions',
      title: 'Questions',
      items: [{ question: 'When?', answer: 'Now.' }],
    };
    const key = await addBlock(owner, slug, question);
    for (const _ of [1, 2]) await moveBlock(owner, slug, { key, number: 5, by: -1 }).catch(() => undefined);
    expect(await kindsOf(slug)).toEqual(['headline', 'text', 'list', 'questions', 'price']);
    for (const _ of [1, 2]) await editBlock(owner, slug, key, { ...question, title: 'Asked' });
    const list = (await openSalesPage(slug))?.items[2]?.key ?? '';
    for (const _ of [1, 2]) await removeBlock(owner, slug, list);
    await expect(editBlock(owner, slug, key, question)).rejects.toMatchObject({ kind: 'conflict' });
    expect(findSalesPage(slug)?.blocks).toHaveLength(4);
    await publishSalesPage(owner, slug, await seenOf(slug));
    expect(findSalesPage(slug)?.blocks.map(({ block }) => block)).toEqual([
      'headline',
      'text',
      'questions',
      'price',
    ]);
    const path = salesPageFile(slug);
    await restoreVersion(owner, { path, seen: await seenOf(slug), number: first });
    expect(findSalesPage(slug)?.blocks).toHaveLength(4);
    expect(await kindsOf(slug)).toContain('list');
    await archivePiece(owner, { path, seen: await seenOf(slug) });
    expect(findSalesPage(slug)).toBeNull();
  });

  it('is not published while nobody could buy from it, or it promises what the product does not', async () => {
    const slug = await newSlug();
    await addBlock(owner, slug, { block: 'guarantee', title: 'No risk' });
    await addBlock(owner, slug, { block: 'text', text: 'See [this](/products/nothing).' });
    const problems = await checkSalesPage(slug);
    expect(problems).toEqual(
      expect.arrayContaining([
        'The page needs a headline: it is its title.',
        expect.stringContaining('price box'),
        expect.stringContaining('Block 1: SEO bundle has no guarantee'),
        expect.stringContaining('/products/nothing names content that does not exist'),
      ]),
    );
    await expect(publishSalesPage(owner, slug, await seenOf(slug))).rejects.toMatchObject({ problems });
    await discardSalesPage(owner, slug, await seenOf(slug));
    expect(await openSalesPage(slug)).toMatchObject({ isOnSite: false });
  });

  it('is of a product without fixed pages, and for who edits content', async () => {
    for (const slug of ['membership', 'dmd', 'nothing', 'ebook'])
      expect(await openSalesPage(slug)).toBeNull();
    await expect(beginSalesPage(owner, 'nothing', 0)).rejects.toMatchObject({ kind: 'not_found' });
    const slug = await newSlug();
    await expect(beginSalesPage(support, slug, 0)).rejects.toMatchObject({ kind: 'not_allowed' });
  });
});
