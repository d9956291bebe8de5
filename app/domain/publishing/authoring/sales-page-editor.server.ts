import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { guaranteeOf } from '#app/domain/core/catalogue/guarantee.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { unlockedBy } from '#app/domain/learning/courses/unlocked.server.ts';
import {
  addItem,
  editItem,
  itemsIn,
  type ListedItem,
  type ListFile,
  type ListKind,
  moveItem,
  problemOfReading,
  type Raw,
  refuseUnseen,
  removeItem,
  replaceItems,
  requireChangeable,
} from '#app/domain/publishing/authoring/list-items.server.ts';
import { problemsOf } from '#app/domain/publishing/checks.server.ts';
import type { PartState } from '#app/domain/publishing/course-outline.server.ts';
import { discardWaiting, publishText } from '#app/domain/publishing/publish.server.ts';
import { openPiece } from '#app/domain/publishing/versions.server.ts';
import { blockSchema, mostBlocks } from '#app/domain/site/sales-pages/blocks.ts';
import { productAtSalesPath, salesPageFile } from '#app/domain/site/sales-pages/sales-pages.server.ts';
import { currentOverrides } from '#app/platform/content/files.server.ts';

// The sales page of a product as a list of blocks, each with a form (P327): drafts of one file that is published, previewed and restored as
// every piece is.

/** The blocks of a page. */
const blockList: ListKind = { list: 'blocks', one: 'block', whole: 'page', most: mostBlocks };

interface ListedBlock extends ListedItem {
  /** Whether it is complete, as its form asks. */
  isReadable: boolean;
}

/** A page of blocks as it was last saved, for its editor. */
interface SalesPageEditor extends ListFile {
  slug: string;
  productKey: string;
  productName: string;
  isOnSite: boolean;
  /** Why its file cannot be shown as blocks; it is edited as text then. */
  problem: string | null;
  items: ListedBlock[];
}

type Piece = NonNullable<Awaited<ReturnType<typeof openPiece>>>;

function stateOf(piece: Piece | null): PartState {
  if (!piece) return 'none';
  const { waiting, isOnSite } = piece;
  if (waiting?.state === 'scheduled') return 'scheduled';
  if (waiting) return isOnSite ? 'changed' : 'draft';
  return isOnSite ? 'published' : 'archived';
}

/** The page of the product at /products/SLUG; null where there is no such product. Three queries. @throws {Refusal} unavailable */
export async function openSalesPage(slug: string): Promise<SalesPageEditor | null> {
  const product = productAtSalesPath(`/products/${slug}`);
  if (!product) return null;
  const path = salesPageFile(slug);
  const piece = await openPiece(path);
  const text = piece?.text ?? '';
  const problem = text === '' ? null : await problemOfReading(path, text);
  return {
    path,
    slug,
    productKey: product.productKey,
    productName: product.name,
    state: stateOf(piece),
    seen: piece?.seen ?? 0,
    text,
    problem,
    isOnSite: piece?.isOnSite ?? false,
    items: (problem === null && text !== '' ? itemsIn(text, blockList) : []).map((item) => ({
      ...item,
      isReadable: blockSchema.safeParse(item.raw).success,
    })),
  };
}

/** The page to change. @throws {Refusal} not_found; conflict while it is scheduled or cannot be read; unavailable */
async function requirePage(slug: string): Promise<SalesPageEditor> {
  const page = await openSalesPage(slug);
  if (!page) throw new Refusal('not_found', 'There is no product with a sales page at this address.');
  requireChangeable(page, page.problem, blockList);
  return page;
}

// Each of these throws {Refusal} not_allowed, not_found, unavailable, and conflict while the page is scheduled or cannot be read, besides what
// is said of it.

/** Adds a block at the end of a page; the first one begins it. @returns its key @throws {Refusal} as `addItem` */
export const addBlock = async (actor: Actor, slug: string, raw: Raw): Promise<string> =>
  addItem(actor, await requirePage(slug), blockList, raw, String(raw.title ?? raw.block));

/** Puts a block in the place of the one with this key. @returns its key @throws {Refusal} as `editItem` */
export const editBlock = async (actor: Actor, slug: string, key: string, raw: Raw): Promise<string> =>
  editItem(actor, await requirePage(slug), blockList, key, raw);

/** Moves a block one place up (-1) or down (1). @throws {Refusal} as `moveItem` */
export const moveBlock = async (
  actor: Actor,
  slug: string,
  move: { key: string; number: number; by: -1 | 1 },
): Promise<void> => moveItem(actor, await requirePage(slug), blockList, move);

/** Takes a block out of a page. @throws {Refusal} as `removeItem` */
export const removeBlock = async (actor: Actor, slug: string, key: string): Promise<void> =>
  removeItem(actor, await requirePage(slug), blockList, key);

/**
 * Begins a page with the blocks that the product's own words make; a page that has blocks stays as it is.
 * @throws {Refusal} conflict where others were saved since its author looked
 */
export async function beginSalesPage(actor: Actor, slug: string, seenByAuthor: number): Promise<void> {
  const page = await requirePage(slug);
  if (page.items.length > 0) return;
  refuseUnseen(page, seenByAuthor, blockList);
  const product = productAtSalesPath(`/products/${slug}`);
  if (!product) throw new Refusal('not_found', 'There is no such product.');
  const { name, tagline, description } = product;
  const unlocked = unlockedBy(product).map(({ title }) => title);
  const blocks: Raw[] = [
    { block: 'headline', title: name, ...(tagline ? { text: tagline } : {}) },
    ...(description && description.length <= 6_000 ? [{ block: 'text', text: description }] : []),
    ...(unlocked.length > 0 ? [{ block: 'list', title: 'What you get', items: unlocked.slice(0, 15) }] : []),
    { block: 'price' },
    ...(guaranteeOf(product) ? [{ block: 'guarantee', title: 'Money-back guarantee' }] : []),
  ];
  await replaceItems(actor, page, blockList, blocks, 'Begun with the product’s words');
}

/** What keeps a page from being published, for whoever asks before they do. @throws {Refusal} not_found, unavailable */
export async function checkSalesPage(slug: string): Promise<string[]> {
  const { path, text } = await requirePage(slug);
  return problemsOf(currentOverrides(), path, text);
}

/**
 * Publishes a page as it was last saved, and as its author has seen it.
 * @throws {Refusal} conflict where nothing waits, or was saved since; {Unpublishable}
 */
export async function publishSalesPage(actor: Actor, slug: string, seenByAuthor: number): Promise<void> {
  const page = await requirePage(slug);
  const { path, seen, text, state } = page;
  if (state === 'published') throw new Refusal('conflict', 'The page is published as it is.');
  if (state === 'none') throw new Refusal('conflict', 'The page has no blocks yet.');
  refuseUnseen(page, seenByAuthor, blockList);
  await publishText(actor, { path, seen, text });
}

/** Throws the draft of a page away; the history keeps it. @throws {Refusal} conflict where it was changed since its author looked */
export async function discardSalesPage(actor: Actor, slug: string, seenByAuthor: number): Promise<void> {
  const page = await requirePage(slug);
  refuseUnseen(page, seenByAuthor, blockList);
  await discardWaiting(actor, page);
}
