import { z } from 'zod';
import { copy } from '#app/domain/learning/facts/copy.server.ts';
import { withFacts } from '#app/domain/learning/facts/facts.server.ts';
import { sampleMark, samplesIn } from '#app/domain/learning/facts/samples.server.ts';
import { listContent, readYaml } from '#app/platform/content/files.server.ts';

/** A claim that a page makes; `sample` while the owner has not shown it to be true (P46). */
export const claim = z.strictObject({ sample: sampleMark, text: copy });
export type Claim = z.output<typeof claim>;

const quote = z.strictObject({ sample: sampleMark, quote: copy, trade: copy });

/** How many quotations stand open on a page; the others unfold. */
const shownCount = 3;

/** What people say: the first three quotations are shown, the others on request, the note while any of it is sample. */
export const testimonials = z
  .strictObject({ title: copy, proof: claim.optional(), note: copy, quotes: z.array(quote) })
  .transform(({ title, proof, note, quotes }) => ({
    title,
    proof: proof?.text,
    note: [proof, ...quotes].some((claim) => claim?.sample) ? note : undefined,
    shown: quotes.slice(0, shownCount),
    more: quotes.slice(shownCount),
  }));
export type Testimonials = z.output<typeof testimonials>;

/** A claim that waits for a real figure. */
interface WaitingClaim {
  /** The file to change, from the project's root. */
  file: string;
  /** Where in that file, as keys joined by dots; those of a list count from 0. */
  place: string;
  /** What it says, figures put in. */
  text: string;
}

/**
 * Every claim on pages that is marked as sample: what an owner has to replace or prove before it is shown outside of the
 * demo (P46). Reads the files anew. @throws {ContentError}
 */
export function claimsToSubstantiate(): WaitingClaim[] {
  return listContent('site', /\.yaml$/).flatMap((name) =>
    samplesIn(readYaml(`site/${name}`, z.unknown())).map(({ place, texts }) => ({
      file: `content/site/${name}`,
      place,
      text: withFacts(texts.join(' - ')),
    })),
  );
}
