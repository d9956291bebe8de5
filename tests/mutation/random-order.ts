import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MutantResult } from '@stryker-mutator/api/core';
import { isNotAsked, notAsked } from '#tests/mutation/survivors.ts';

interface Plan {
  mutant: { id: string };
}

interface Planner {
  prototype: { makePlan(mutants: unknown): Promise<Plan[]> };
}

const core = dirname(fileURLToPath(import.meta.resolve('@stryker-mutator/core')));

/** The changes in the order they are asked in, by their ids. */
const order = new Map<string, number>();

/** Has Stryker ask the changes in an order drawn by `seed`: where the time is up before all were asked, those are drawn at random. */
export async function drawOrder(seed: string): Promise<void> {
  const { MutantTestPlanner } = (await import(join(core, 'mutants', 'mutant-test-planner.js'))) as {
    MutantTestPlanner: Planner;
  };
  const { makePlan } = MutantTestPlanner.prototype;
  const keyOf = ({ mutant }: Plan) => createHash('sha256').update(`${seed}:${mutant.id}`).digest('hex');
  MutantTestPlanner.prototype.makePlan = async function (mutants) {
    const plans = (await makePlan.call(this, mutants)).map((plan) => ({ plan, key: keyOf(plan) }));
    const drawn = plans.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ plan }) => plan);
    for (const [place, { mutant }] of drawn.entries()) order.set(mutant.id, place);
    return drawn;
  };
}

/** A change that no test comes by is answered without asking: of those, only the ones whose turn came count. */
export function withoutUndrawn(results: MutantResult[]): MutantResult[] {
  const placeOf = ({ id }: MutantResult) => order.get(id) ?? 0;
  if (!results.some(isNotAsked)) return results;
  const wereAsked = results.filter((result) => /^(?:Killed|Survived|Timeout)$/.test(result.status));
  const last = Math.max(0, ...wereAsked.map(placeOf));
  return results.map((result) =>
    result.status === 'NoCoverage' && placeOf(result) > last
      ? { ...result, status: 'RuntimeError', statusReason: notAsked }
      : result,
  );
}
