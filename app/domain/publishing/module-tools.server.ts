import type { Actor } from '#app/domain/core/audit/record.server.ts';
import { Refusal } from '#app/domain/core/values/errors.ts';
import { playbooks } from '#app/domain/learning/articles/articles.server.ts';
import { calculators, calculatorsOf } from '#app/domain/learning/calculators/calculators.ts';
import { moduleSchema, mostTools } from '#app/domain/learning/courses/catalogue.server.ts';
import { templateOf } from '#app/domain/learning/templates/templates.server.ts';
import { requireOutline, requireText } from '#app/domain/publishing/course-changes.server.ts';
import { factsIn } from '#app/domain/publishing/file-facts.server.ts';
import { withFactsSet } from '#app/domain/publishing/matter.server.ts';
import { saveDraft } from '#app/domain/publishing/publish.server.ts';

// Calculators and templates of the site that belong to a module (P357).

interface Tool {
  slug: string;
  title: string;
}

/** What an author can choose for a module, in the order of their titles. */
export function toolsOfSite(): { calculators: Tool[]; templates: Tool[] } {
  const byTitle = (one: Tool, other: Tool) => one.title.localeCompare(other.title);
  return {
    calculators: [...calculators.values()].map(({ slug, title }) => ({ slug, title })).sort(byTitle),
    templates: [...playbooks().values()]
      .flatMap((playbook) => {
        const template = templateOf(playbook);
        return template ? [{ slug: playbook.slug, title: template.title }] : [];
      })
      .sort(byTitle),
  };
}

const facts = moduleSchema.shape;

/** The calculators and templates of the text of a module; calculators that teach a lesson of the library by themselves are its own. */
export function toolsIn(path: string, text: string | null): { calculators: string[]; templates: string[] } {
  const data = factsIn(path, text);
  const [, folder = '', name = ''] = /^courses\/([a-z0-9-]+)\/(module-\d+)\.md$/.exec(path) ?? [];
  return {
    calculators:
      facts.calculators.safeParse(data.calculators).data ??
      calculatorsOf(folder, name).map(({ slug }) => slug),
    templates: facts.templates.safeParse(data.templates).data ?? [],
  };
}

/** The text of a module that says which calculators it has, for a place where they would not find it by themselves. */
export function withOwnCalculators(path: string, text: string): string {
  if (!/\/module-\d+\.md$/.test(path) || factsIn(path, text).calculators !== undefined) return text;
  const own = toolsIn(path, text).calculators;
  return own.length > 0 ? withFactsSet(text, { calculators: own }) : text;
}

/**
 * Chooses the calculators and templates of a module, as a draft. `seen` is the version of the lesson that its author saw.
 * @throws {Refusal} not_found; invalid past ten of a kind; conflict where the lesson was changed meanwhile, or is scheduled
 */
export async function chooseTools(
  actor: Actor,
  slug: string,
  { id, seen }: { id: number; seen: number },
  chosen: { calculators: readonly string[]; templates: readonly string[] },
): Promise<void> {
  const module = (await requireOutline(slug)).modules.find((each) => each.id === id);
  if (!module) throw new Refusal('not_found', 'This course has no such module any more.');
  if (chosen.calculators.length > mostTools || chosen.templates.length > mostTools)
    throw new Refusal('invalid', `Choose at most ${mostTools} calculators and ${mostTools} templates.`);
  const { path } = module.lesson;
  const text = withFactsSet(requireText(module.lesson), {
    calculators: chosen.calculators,
    templates: chosen.templates.length > 0 ? chosen.templates : undefined,
  });
  await saveDraft(actor, { path, seen, text, note: 'Calculators and templates' });
}
