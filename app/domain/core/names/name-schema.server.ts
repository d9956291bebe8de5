import { z } from 'zod';
import { cleanName } from '#app/domain/core/names/clean-name.ts';
import { type NameKind, nameProblem } from '#app/domain/core/names/name-problem.ts';
import { config } from '#app/platform/config.server.ts';

/** How a name is checked. */
interface NameRules {
  kind: NameKind;
  /** In UTF-16 units. */
  maxLength: number;
  /** What is said where nothing is left of it; null where it may be left empty. */
  missing: string | null;
  /** A first or last name, which is checked once more with the other. */
  isPart?: boolean;
  /** Of people who may be called the team: they are. */
  isTeams?: boolean;
}

/**
 * A name, wherever somebody types one (P188). It is cleaned (`cleanName`), so that one of invisible characters is missing, and refused
 * where it holds a link, an address or a phone number, or is the site's own.
 */
export const nameField = ({ kind, maxLength, missing, isPart = false, isTeams = false }: NameRules) => {
  const tooLong = `Please use at most ${maxLength} characters`;
  return (
    z
      .string({ error: missing ?? 'Please enter text' })
      // What is cleaned away costs time as well.
      .max(10 * maxLength, tooLong)
      .transform(cleanName)
      .superRefine((name, context) => {
        const problem = problemOf(name);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
  );

  function problemOf(name: string): string | null {
    if (name === '') return missing;
    if (name.length > maxLength) return tooLong;
    return nameProblem(name, kind, isTeams ? null : config().brandName, !isPart);
  }
};

/** Adds to a form, beside its field `name`, that this is the team's or the site's; what else is wrong with it, its field says. */
export function refineName(name: string, context: z.RefinementCtx): void {
  if (nameProblem(name, 'person', null)) return;
  const problem = nameProblem(name, 'person', config().brandName);
  if (problem) context.addIssue({ code: 'custom', path: ['name'], message: problem });
}

/** Adds to a form, beside its last name, what is wrong with first and last name together that neither is alone. */
export function refineWholeName(
  { firstName, lastName }: { firstName: string; lastName: string },
  context: z.RefinementCtx,
): void {
  const { brandName } = config();
  if ([firstName, lastName].some((part) => nameProblem(part, 'person', brandName, false))) return;
  const problem = nameProblem(`${firstName} ${lastName}`, 'person', brandName);
  if (problem) context.addIssue({ code: 'custom', path: ['lastName'], message: problem });
}
