import type { Effect } from '#app/platform/mail/reading/html-marks.ts';
import type { MailLine } from '#app/platform/mail/reading/mail-line.ts';

/** What the open elements of HTML do to the words in them. */
export class OpenEffects {
  private readonly counts = new Map<Effect, number>();

  begin(effect: Effect): void {
    if (effect !== null) this.counts.set(effect, this.count(effect) + 1);
  }

  end(effect: Effect): void {
    if (effect !== null) this.counts.set(effect, this.count(effect) - 1);
  }

  has(effect: Effect): boolean {
    return this.count(effect) > 0;
  }

  /** How many quotations stand in one another. */
  depth(): number {
    return this.count('quote') + this.count('passage');
  }

  /** What a line is marked as; undefined for one of the writer's own words. */
  mark(): MailLine['mark'] {
    return (['attribution', 'head', 'signature', 'quote'] as const).find((effect) => this.has(effect));
  }

  private count(effect: Effect): number {
    return this.counts.get(effect) ?? 0;
  }
}
