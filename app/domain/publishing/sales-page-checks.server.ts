import { guaranteeOf } from '#app/domain/core/catalogue/guarantee.ts';
import type { Document } from '#app/domain/publishing/document.server.ts';
import {
  headingProblems,
  htmlProblems,
  pictureProblems,
  tableProblems,
} from '#app/domain/publishing/structure-checks.server.ts';
import { pageProblems, type SalesBlock, salesPageSchema } from '#app/domain/site/sales-pages/blocks.ts';
import { productOfSalesPage, salesPagesFolder } from '#app/domain/site/sales-pages/sales-pages.server.ts';
import { renderMarkdown } from '#app/platform/content/markdown.server.ts';
import { parseMarkdown } from '#app/platform/content/markdown-tree.server.ts';

/** What is wrong with Markdown that stands in a block, in words for its author. */
export function markdownProblems(body: string): string[] {
  const document: Document = { path: '', text: body, data: {}, body, tree: parseMarkdown(body) };
  const problems = [headingProblems, htmlProblems, tableProblems, pictureProblems].flatMap((check) =>
    check(document),
  );
  try {
    renderMarkdown(body);
  } catch (error) {
    problems.push(`This text can't be shown: ${(error as Error).message}`);
  }
  return problems;
}

/** The Markdown of a block. */
function markdownIn(block: SalesBlock): string[] {
  if (block.block === 'text') return [block.text];
  return block.block === 'questions' ? block.items.map(({ answer }) => answer) : [];
}

/** A sales page has what it takes to sell its product; the check says of each problem which block it is in. */
export function salesPageProblems({ path, data }: Pick<Document, 'path' | 'data'>): string[] {
  if (!path.startsWith(`${salesPagesFolder}/`)) return [];
  const product = productOfSalesPage(path);
  if (!product) return ['There is no product with a sales page at this address.'];
  const { data: page } = salesPageSchema.safeParse(data.file);
  if (!page) return [];
  const inBlocks = page.blocks.flatMap((block, index) => {
    const problems = markdownIn(block).flatMap(markdownProblems);
    if (block.block === 'guarantee' && guaranteeOf(product) === null)
      problems.push(`${product.name} has no guarantee. Remove this block, or cover the product first.`);
    return problems.map((problem) => `Block ${index + 1}: ${problem}`);
  });
  return [...pageProblems(page), ...inBlocks];
}
