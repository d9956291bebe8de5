import { globSync, readFileSync } from 'node:fs';

const domainImport = /from '#app\/domain\/([a-z]+)\//g;

/**
 * The wings of app/domain as a Mermaid diagram, drawn from the imports: an arrow means "imports". An import that another path of
 * arrows already implies is left out, or the drawing would be a tangle.
 */
export function wingsDiagram(): string {
  const imports = new Map<string, Set<string>>();
  for (const file of globSync('app/domain/*/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/'))) {
    if (/\.test\.tsx?$/.test(file)) continue;
    const wing = file.split('/')[2] ?? '';
    const targets = imports.get(wing) ?? new Set<string>();
    imports.set(wing, targets);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(domainImport))
      if (target !== wing) targets.add(target);
  }
  const arrows = [...imports]
    .flatMap(([wing, targets]) =>
      [...targets]
        .filter(
          (target) => ![...targets].some((other) => other !== target && reaches(imports, other, target)),
        )
        .map((target) => `  ${wing} --> ${target}`),
    )
    .sort();
  return ['```mermaid', 'graph TD', ...arrows, '```'].join('\n');
}

/** Whether one wing imports another, directly or through others. */
function reaches(imports: ReadonlyMap<string, ReadonlySet<string>>, from: string, to: string): boolean {
  const targets = imports.get(from);
  return (
    targets !== undefined && (targets.has(to) || [...targets].some((target) => reaches(imports, target, to)))
  );
}
