import type { MinutesPerDay } from '#app/domain/learning/first-week/plan.ts';

export const goals = ['found', 'leads', 'sales', 'return'] as const;
export type Goal = (typeof goals)[number];

export const stages = ['idea', 'offer', 'customers'] as const;
export type Stage = (typeof stages)[number];

export const assets = ['website', 'list', 'budget'] as const;
export type Asset = (typeof assets)[number];

/** What somebody answered to the four questions. */
export interface Answers {
  goal: Goal;
  stage: Stage;
  minutesPerDay: MinutesPerDay;
  assets: readonly Asset[];
  /** As Europe/Berlin. */
  timeZone: string;
}

/** What a week begins with. */
interface Start {
  /** The key of a guide or playbook. */
  read: string;
  course: string;
}

type Variant = Start & ({ has: Asset } | { lacks: Asset });

/** What there is to choose from, by answers; see content/site/first-week.yaml. */
interface StartRules {
  goal: { choices: readonly (Start & { key: Goal; variants: readonly Variant[] })[] };
  stage: { choices: readonly { key: Stage; midweek: string; start?: Start | undefined }[] };
}

/** What the week of these answers begins with, and what is read in its middle. */
export function chooseStart(
  { goal, stage, assets: owned }: Pick<Answers, 'goal' | 'stage' | 'assets'>,
  rules: StartRules,
): Start & { midweek: string } {
  const stageRule = rules.stage.choices.find(({ key }) => key === stage);
  const goalRule = rules.goal.choices.find(({ key }) => key === goal);
  if (!stageRule || !goalRule) throw new Error(`No rule for the stage ${stage} or the goal ${goal}.`);
  const applies = (variant: Variant) =>
    'has' in variant ? owned.includes(variant.has) : !owned.includes(variant.lacks);
  const { read, course } = stageRule.start ?? goalRule.variants.find(applies) ?? goalRule;
  return { read, course, midweek: stageRule.midweek };
}
