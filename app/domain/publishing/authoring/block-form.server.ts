import { z } from 'zod';
import { blockFields } from '#app/domain/publishing/authoring/block-fields.ts';
import { itemOfFields, problemsOfItem } from '#app/domain/publishing/authoring/item-fields.ts';
import { markdownProblems } from '#app/domain/publishing/sales-page-checks.server.ts';
import { type BlockKind, blockSchema, type SalesBlock } from '#app/domain/site/sales-pages/blocks.ts';

/** No field of the form needs as many characters. */
const typed = z.string().max(20_000, 'Please shorten this.').optional();

/** What is wrong with the Markdown of a block, with the field it is typed in. */
function markdownIssues(block: SalesBlock): { field: string; message: string }[] {
  if (block.block === 'text')
    return markdownProblems(block.text).map((message) => ({ field: 'text', message }));
  if (block.block !== 'questions') return [];
  return block.items.flatMap(({ answer }, index) =>
    markdownProblems(answer).map((message) => ({
      field: 'items',
      message: `Answer ${index + 1}: ${message}`,
    })),
  );
}

/** What the form of a block of this kind has to hold; becomes the block as a file has it. */
export const blockFormSchema = (kind: BlockKind) =>
  z
    .object(Object.fromEntries(blockFields[kind].map(({ name }) => [name, typed])))
    .transform((texts, context) => {
      const block = itemOfFields(blockFields[kind], { block: kind }, texts);
      const { error, data } = blockSchema.safeParse(block);
      const problems = error
        ? problemsOfItem(blockFields[kind], error.issues)
        : data
          ? markdownIssues(data)
          : [];
      for (const { field, message } of problems) context.addIssue({ code: 'custom', path: [field], message });
      return problems.length > 0 ? z.NEVER : block;
    });
